import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { modules } from '../../../../src/app/modules.js';
import { type Capability, capabilities } from '../../../../src/platform/access/capabilities.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';
import { addMember } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;
/** A flow that looks up a contact, one that calls it, and one that calls that. */
let lookup: string;
let outer: string;
let outermost: string;
let harmless: string;

const tool = (...rest: unknown[]) => ({
  ...graph([node('start', 'trigger.aiTool', {}), ...(rest as ReturnType<typeof node>[])]),
  settings: { triggerType: 'ai_tool' },
});
const calling = (flowId: string) => tool(node('call', 'flow.call', { flowId }));

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const make = async (name: string, content: object) => (await app.seed.flow(owner, { name, ...content }, false)).id;
  lookup = await make('Lookup', tool(node('find', 'crm.findContact', { filter: { email: 'a@b.co' } })));
  outer = await make('Outer', calling(lookup));
  outermost = await make('Outermost', calling(outer));
  harmless = await make('Harmless', tool());
});
afterAll(() => app.stop());

const without = (...denied: Capability[]) =>
  app.seed.apiKey(
    owner,
    capabilities.filter((one) => !denied.includes(one)),
  );

interface Site {
  field: string;
  operation: OwnOperation;
  input: (flowId: string) => object;
}
const sites: Site[] = [
  {
    field: 'tools',
    operation: ['POST P/agents', documents.CreateAgentDocument],
    input: (id) => ({ name: 'Support', prompt: 'Answer.', tools: [id] }),
  },
  {
    field: 'flowId',
    operation: ['POST P/voice-agents', documents.CreateVoiceAgentDocument],
    input: (flowId) => ({ name: 'Reception', flowId }),
  },
  {
    field: 'steps[1].flowId',
    operation: ['POST P/follow-up/sequences', documents.CreateFollowUpSequenceDocument],
    input: (flowId) => ({
      name: 'Reminder',
      steps: [
        { delayMinutes: 1, stepType: 'TEXT', message: 'Hello' },
        { delayMinutes: 1, stepType: 'FLOW', flowId },
      ],
    }),
  },
  {
    field: 'defaultErrorFlowId',
    operation: ['PATCH P', documents.UpdateWorkspaceDocument],
    input: (defaultErrorFlowId) => ({ defaultErrorFlowId }),
  },
  {
    field: 'settings.errorFlowId',
    operation: ['POST P/flows', documents.CreateFlowDocument],
    input: (errorFlowId) => ({ name: 'Failing', settings: { errorFlowId } }),
  },
  {
    field: 'nodes[1].data.flowId',
    operation: ['POST P/flows', documents.CreateFlowDocument],
    input: (id) => ({ name: 'Caller', ...calling(id) }),
  },
];

const send = (surface: (typeof surfaces)[number], { operation, input }: Site, as: string, flowId: string) =>
  ask(app, surface, operation, { as, workspaceId: owner.workspaceId, input: input(flowId) });

describe.each(surfaces)('%s: a flow that something starts', (surface) => {
  test.each(sites)('is named in $field by those only who may start it', async (site) => {
    const key = await without('contacts:read');
    const admin = await addMember(app, owner.workspaceId, owner.token, 'ADMIN');
    expect((await send(surface, site, admin.token, lookup)).code).toBeNull();
    await app.rest(`PATCH /workspaces/${owner.workspaceId}/members/${admin.userId}/role`, {
      as: owner.token,
      body: { role: 'ADMIN', deniedCapabilities: ['contacts:read'] },
    });
    // The workspace names one default: what is named already is not asked about.
    expect((await send(surface, site, owner.token, harmless)).code).toBeNull();
    for (const as of [key, admin.token]) {
      for (const flowId of [lookup, outermost]) {
        const { code, message, details } = await send(surface, site, as, flowId);
        expect(code).toBe('FORBIDDEN');
        expect(message).toMatch(/The node find \(crm\.findContact\) requires the capability contacts:read/);
        expect(message).toMatch(flowId === lookup ? /Lookup/ : /Outermost.* \(in the flow Lookup, which it calls\)/);
        expect(details).toContainEqual(expect.objectContaining({ field: site.field }));
      }
      expect((await send(surface, site, as, harmless)).code).toBeNull();
    }
    const idle = await without('flows:execute');
    expect(await send(surface, site, idle, harmless)).toMatchObject(
      site.field === 'defaultErrorFlowId' ? { code: null } : { code: 'FORBIDDEN' },
    );
    expect(await send(surface, site, idle, lookup)).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('flows:execute'),
    });
  });

  test('is named by those only who may start the tools of its assistants', async () => {
    const { data } = await send(surface, sites[0] as Site, owner.token, outermost);
    const [agent] = Object.values(surface === 'REST' ? { made: data.data } : data) as { id: string }[];
    const ask = node('ask', 'ai.agent', { agentId: agent?.id, input: 'Hello' });
    const asking = await app.seed.flow(owner, { name: 'Asking', ...tool(ask) }, false);
    for (const site of sites.filter(({ field }) => field !== 'defaultErrorFlowId')) {
      expect((await send(surface, site, owner.token, asking.id)).code).toBeNull();
      const { code, message } = await send(surface, site, await without('contacts:read'), asking.id);
      expect([code, message]).toEqual(['FORBIDDEN', expect.stringMatching(/Asking.* \(in the flow Lookup/)]);
    }
  });

  test('is not described to those who may not read flows', async () => {
    const key = await without('contacts:read', 'flows:read');
    const { code, message } = await send(surface, sites[0] as Site, key, outer);
    expect([code, message]).toEqual([
      'FORBIDDEN',
      `tools: starting the flow ${outer} requires the capability contacts:read. Ask an owner or admin of the workspace to grant it.`,
    ]);
  });

  test('can stay named by a change of something else, and is asked about when it is added', async () => {
    const { data } = await send('REST', sites[0] as Site, owner.token, lookup);
    const agentId = (data as { data: { id: string } }).data.id;
    const change = async (input: object) =>
      ask(app, surface, ['PATCH P/agents/:agentId', documents.UpdateAgentDocument], {
        as: await without('contacts:read'),
        workspaceId: owner.workspaceId,
        ids: { agentId },
        input,
      });
    const codes = [
      await change({ name: 'Other' }),
      await change({ tools: [harmless, lookup.toUpperCase()] }),
      await change({ tools: [lookup, outer] }),
      await change({ tools: [] }),
      await change({ tools: [lookup] }),
    ].map(({ code }) => code);
    expect(codes).toEqual([null, null, 'FORBIDDEN', null, 'FORBIDDEN']);
  });
});

describe('a flow that starts another one', () => {
  const call = (as: string, route: string, body?: unknown) => {
    const [method, path] = route.split(' ');
    return app.rest(`${method} /workspaces/${owner.workspaceId}/flows${path}`, { as, ...(body ? { body } : {}) });
  };

  test('is changed, activated, published, copied and restored by those only who may start that', async () => {
    const key = await without('contacts:read');
    const flow = await app.seed.flow(owner, { name: 'Caller', ...calling(outer) }, false);
    const plain = await app.seed.flow(owner, { name: 'Plain', ...tool() }, false);
    expect((await call(key, `PATCH /${flow.id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await call(key, `PATCH /${flow.id}`, { settings: { timeout: 60 } })).status).toBe(200);
    expect((await call(key, `PATCH /${flow.id}`, { isActive: true })).status).toBe(403);
    expect((await call(key, `PATCH /${plain.id}`, { settings: { errorFlowId: outer } })).status).toBe(403);
    expect((await call(key, `POST /${flow.id}/duplicate`, {})).status).toBe(403);
    const { body } = await call(owner.token, `GET /${flow.id}/export`);
    expect((await call(key, 'POST /import', { file: body.data })).status).toBe(403);
    await call(key, `PUT /${plain.id}/draft`, calling(outer));
    expect((await call(key, `POST /${plain.id}/publish`, {})).status).toBe(403);
    expect((await call(owner.token, `PATCH /${flow.id}`, tool())).status).toBe(200);
    expect((await call(key, `POST /${flow.id}/versions/1/restore`, {})).status).toBe(403);
  });
});

test('every reference of a record to a flow says whether the record starts it', () => {
  const references = modules
    .flatMap(({ records }) => records ?? [])
    .flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { reference }]) =>
        reference?.table === 'flows' ? [`${name}.${field} ${reference.starts ? 'starts' : 'names'}`] : [],
      ),
    );
  const known = [
    'Agent.tools starts',
    'Connection.flowId names',
    'Secret.flowId names',
    'StateEntry.flowId names',
    'VoiceAgent.flowId starts',
  ];
  expect(references.sort()).toEqual(known);
});

describe('a list of webhook flows', () => {
  test('asks what may be started in one statement, and not at all for who may start every flow', async () => {
    const { workspaceId, token } = owner;
    const key = await without('contacts:read');
    const statementsOf = recordStatements(app);
    const list = (as: string) => () =>
      app.rest(`GET /workspaces/${workspaceId}/flows?limit=100`, { as }).then(({ status }) => expect(status).toBe(200));
    const asked = (statements: string[]) => statements.filter((text) => text === 'nodes_of_started_flows').length;
    for (let count = 0; count < 3; count++) {
      await app.seed.flow(owner, { name: `Hook ${count}`, ...graph([node('t', 'trigger.webhook')]) }, false);
    }
    expect(asked(await statementsOf(list(key)))).toBe(1);
    expect(asked(await statementsOf(list(token)))).toBe(0);
  });
});

test('the URL of a webhook is in no change that is delivered to those who may not start its flow', async () => {
  const { data } = await app.graphql<{ workspace: { cursor: string } }>(
    'query ($id: ID!) { workspace(id: $id) { cursor } }',
    { id: owner.workspaceId },
    owner.token,
  );
  const hook = graph([node('t', 'trigger.webhook'), node('call', 'flow.call', { flowId: outer })], 't>call');
  await app.seed.flow(owner, hook, false);
  const seenBy = async (as: string) => {
    const changes = app.subscribe(
      `subscription ($id: ID!, $after: String) { change: workspaceChanged(workspaceId: $id, after: $after, types: [flow]) {
        record { ... on Flow { webhookUrl } } } }`,
      { id: owner.workspaceId, after: data?.workspace.cursor },
      as,
    ) as AsyncIterableIterator<{ data?: { change: { record: object } } }>;
    const { value } = await changes.next();
    await changes.return?.();
    return value?.data?.change.record;
  };
  expect(await seenBy(owner.token)).toEqual({ webhookUrl: expect.stringContaining('/flows/run') });
  expect(await seenBy(await without('contacts:read'))).toEqual({ webhookUrl: null });
});

describe.each(surfaces)('%s: the URL of a webhook', (surface) => {
  test('is shown to those only who may start its flow', async () => {
    const hook = (...rest: ReturnType<typeof node>[]) =>
      graph([node('t', 'trigger.webhook'), ...rest], ...rest.map(({ id }) => `t>${id}`));
    const guarded = await app.seed.flow(owner, { name: 'Hook', ...hook(node('call', 'flow.call', { flowId: outer })) });
    const open = await app.seed.flow(owner, { name: 'Open', ...hook(node('end', 'logic.stop')) });
    const member = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const urls = async (as: string) => {
      const request = { as, workspaceId: owner.workspaceId };
      const { data } = await ask(app, surface, 'listFlows', { ...request, query: { limit: 100 } });
      const listed = JSON.stringify(data);
      const found = await Promise.all(
        [guarded, open].map(({ id }) => ask(app, surface, 'findFlow', { ...request, ids: { flowId: id } })),
      );
      return [guarded, open].map(({ webhookPath }, index) => {
        const token = webhookPath.split('=')[1] as string;
        return [listed.includes(token), JSON.stringify(found[index]?.data).includes(token)];
      });
    };
    const all = [true, true];
    const none = [false, false];
    expect(await urls(owner.token)).toEqual([all, all]);
    expect(await urls(member.token)).toEqual([all, all]);
    await app.rest(`PATCH /workspaces/${owner.workspaceId}/members/${member.userId}/role`, {
      as: owner.token,
      body: { role: 'EDITOR', deniedCapabilities: ['contacts:read'] },
    });
    expect(await urls(member.token)).toEqual([none, all]);
    expect(await urls(await without('contacts:read'))).toEqual([none, all]);
    expect(await urls(await without('flows:execute'))).toEqual([none, none]);
    expect(await urls(await without('flows:write'))).toEqual([none, none]);
    const key = await without('contacts:read');
    for (const [route, body] of [
      ['PATCH', { name: 'Renamed' }],
      ['POST', undefined],
    ] as const) {
      const path = `/workspaces/${owner.workspaceId}/flows/${guarded.id}${route === 'POST' ? '/regenerate-token' : ''}`;
      const answer = await app.rest(`${route} ${path}`, { as: key, ...(body && { body }) });
      expect([answer.status, answer.body.data]).toEqual([
        200,
        expect.objectContaining({ webhookToken: null, webhookUrl: null }),
      ]);
    }
  });

  test.each([
    ['flow.call', { flowId: '{{triggerData.f}}' }],
    ['ai.agent', { agentId: '{{triggerData.f}}', input: 'x' }],
  ])('is shown only to who holds every right of flows if its %s is computed', async (type, data) => {
    const computed = graph([node('t', 'trigger.webhook'), node('any', type, data)], 't>any');
    const { id } = await app.seed.flow(owner, { name: 'Any', ...computed });
    const shown = async (as: string) => {
      const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/${id}`, { as });
      return (body.data as { webhookUrl: string | null }).webhookUrl !== null;
    };
    const member = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    expect([await shown(owner.token), await shown(member.token)]).toEqual([true, true]);
    const key = await without('contacts:read');
    expect(await shown(key)).toBe(false);
    const own = await app.seed.flow({ ...owner, token: key }, { name: 'Own', ...computed });
    expect(own.webhookPath).toContain('token=');
    const { status, body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows`, {
      as: key,
      body: { name: 'Failing', settings: { errorFlowId: id } },
    });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      error: {
        message: expect.stringMatching(/Any is not allowed.*The node any .* is known only when it runs.*contacts:read/),
      },
    });
  });
});
