import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { nodeTypes } from '../../../../src/nodes/index.js';
import { type Capability, capabilities, capabilitiesOfRole } from '../../../../src/platform/access/capabilities.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, surfaces } from '../../../api/both-surfaces.js';
import { type RestAnswer, startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { addMember } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;
const keys = new Map<Capability, string>();

/** A key with every capability but one, created once for each. */
async function keyWithout(capability: Capability): Promise<string> {
  const known = keys.get(capability);
  if (known) return known;
  const key = await app.seed.apiKey(
    owner,
    capabilities.filter((one) => one !== capability),
  );
  keys.set(capability, key);
  return key;
}

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

const call = (as: string, route: string, body?: unknown): Promise<RestAnswer> => {
  const [method, path] = route.split(' ');
  return app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as, ...(body !== undefined && { body }) });
};

/** A runnable flow that looks up a contact. */
const lookup = () =>
  graph(
    [node('start', 'trigger.manual'), node('find', 'crm.findContact', { filter: { email: 'a@b.co' } })],
    'start>find',
  );
const plain = () => graph([node('start', 'trigger.manual'), node('end', 'logic.stop')], 'start>end');
const refused = {
  status: 403,
  body: {
    error: {
      code: 'FORBIDDEN',
      message:
        'The node find (crm.findContact) requires the capability contacts:read. Ask an owner or admin of the workspace to grant it.',
      details: [{ nodeId: 'find', message: 'The node find (crm.findContact) requires the capability contacts:read.' }],
    },
  },
};

const guarded = nodeTypes.flatMap(({ type, capability }) => (capability ? [{ type, capability }] : []));

describe('the capability of a node type', () => {
  test.each(guarded)('$type requires $capability of whoever stores it', async ({ type, capability }) => {
    const { example, trigger: starts } = nodeTypes.find((one) => one.type === type) as (typeof nodeTypes)[number];
    const nodes = [...(starts ? [] : [node('start', 'trigger.manual')]), node('it', type, { ...example })];
    const body = { name: 'Guarded', nodes, edges: [], settings: { triggerType: starts ?? 'manual' } };
    const answer = await call(await keyWithout(capability), 'POST /flows', body);
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'FORBIDDEN']);
    expect(answer.body.error.message).toContain(`(${type}) requires the capability ${capability}`);
    expect((await call(owner.token, 'POST /flows', body)).status).toBe(201);
  });

  test('is held by every EDITOR, so that the default roles store and run every node', () => {
    for (const { type, capability } of guarded) {
      expect([type, capabilitiesOfRole.EDITOR.has(capability)]).toEqual([type, true]);
    }
  });

  test('is declared by each node that changes or reads records of the workspace', () => {
    const open = nodeTypes.filter(({ capability }) => capability === null).map(({ type }) => type);
    for (const type of open) expect(type).not.toMatch(/^(crm|message|voice|ai|flow)\./);
  });
});

describe('a caller who lacks the capability of a node', () => {
  let key: string;
  let flowId: string;

  beforeAll(async () => {
    key = await keyWithout('contacts:read');
    flowId = (await app.seed.flow(owner, lookup())).id;
  });

  test.each<[string, () => Promise<RestAnswer>]>([
    ['create', () => call(key, 'POST /flows', { name: 'Mine', ...lookup() })],
    ['duplicate', () => call(key, `POST /flows/${flowId}/duplicate`, {})],
    ['activate', () => call(key, `PATCH /flows/${flowId}`, { isActive: true })],
    ['change the variables of', () => call(key, `PATCH /flows/${flowId}`, { variables: [{ name: 'a', value: 1 }] })],
    ['trigger', () => call(key, `POST /flows/${flowId}/trigger`, {})],
    ['simulate', () => call(key, `POST /flows/${flowId}/simulate`, {})],
    ['subscribe', () => call(key, `POST /crm-events/flows/${flowId}/subscribe`, { eventType: 'appointment.created' })],
  ])('may not %s a flow with it', async (_, attempt) => {
    expect(await attempt()).toMatchObject(refused);
  });

  test('may not import it from a file', async () => {
    const file = (await call(owner.token, `GET /flows/${flowId}/export`)).body.data;
    expect(await call(key, 'POST /flows/import', { file })).toMatchObject(refused);
    expect((await call(owner.token, 'POST /flows/import', { file })).status).toBe(201);
  });

  test('may not use a template with it', async () => {
    const template = await call(owner.token, 'POST /flows/templates', { name: 'Lookup', category: 'crm', ...lookup() });
    expect(template.status).toBe(201);
    const { id } = template.body.data as { id: string };
    expect(await call(key, `POST /flows/templates/${id}/use`, {})).toMatchObject(refused);
  });

  test('may not restore a version with it', async () => {
    const { id } = await app.seed.flow(owner, lookup(), false);
    await call(owner.token, `PATCH /flows/${id}`, plain());
    expect(await call(key, `POST /flows/${id}/versions/1/restore`, {})).toMatchObject(refused);
  });

  test('may not retry an execution of it', async () => {
    const run = await reached(app, owner, await trigger(app, owner, flowId));
    expect(await call(key, `POST /flows/executions/${run.id}/retry`, {})).toMatchObject(refused);
    expect((await call(owner.token, `POST /flows/executions/${run.id}/retry`, {})).status).toBe(202);
  });

  test('may not call it as a tool', async () => {
    const content = graph(
      [node('start', 'trigger.aiTool', { toolName: 'find', description: 'Finds' }), lookup().nodes[1] as never],
      'start>find',
    );
    const tool = await app.seed.flow(owner, { ...content, settings: { triggerType: 'ai_tool' } });
    expect(await call(key, `POST /flows/${tool.id}/call`, {})).toMatchObject(refused);
    expect((await call(owner.token, `POST /flows/${tool.id}/call`, {})).status).toBe(200);
  });

  test('may still name, pause and delete the flow, and store others', async () => {
    const { id } = await app.seed.flow(owner, lookup());
    expect((await call(key, `PATCH /flows/${id}`, { name: 'Renamed', tags: ['a'] })).status).toBe(200);
    expect((await call(key, `PATCH /flows/${id}`, { isActive: false })).status).toBe(200);
    expect((await call(key, `DELETE /flows/${id}`)).status).toBe(200);
    expect((await call(key, 'POST /flows', { name: 'Plain', ...plain() })).status).toBe(201);
  });

  test('may take the node away', async () => {
    const { id } = await app.seed.flow(owner, lookup());
    expect((await call(key, `PATCH /flows/${id}`, plain())).status).toBe(200);
  });

  test('is refused alike if they are a member with granted capabilities', async () => {
    const granted = ['flows:write', 'flows:execute'];
    const member = await addMember(app, owner.workspaceId, owner.token, 'VIEWER', granted);
    expect((await call(member.token, 'POST /flows', { name: 'Read', ...lookup() })).status).toBe(201);
    const steps = [node('start', 'trigger.manual'), node('find', 'crm.upsertContact', { email: 'a@b.co' })];
    const answer = await call(member.token, 'POST /flows', { name: 'Write', ...graph(steps, 'start>find') });
    expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringContaining('contacts:write')]);
  });
});

const subscribe: OwnOperation = ['POST P/crm-events/flows/:flowId/subscribe', documents.SubscribeFlowDocument];
const unsubscribe: OwnOperation = ['DELETE P/crm-events/flows/:flowId/subscribe', documents.UnsubscribeFlowDocument];

describe.each(surfaces)('crmEvents:write over %s', (surface) => {
  test('changes no flow without flows:write', async () => {
    const { id } = await app.seed.flow(owner, plain(), false);
    const key = await app.seed.apiKey(owner, ['crmEvents:write', 'crmEvents:read', 'flows:read']);
    const by = { as: key, workspaceId: owner.workspaceId, ids: { flowId: id } };
    const answers = [
      await ask(app, surface, subscribe, { ...by, input: { eventType: 'contact.created' } }),
      await ask(app, surface, unsubscribe, by),
    ];
    for (const { status, message } of answers) {
      expect([status, message]).toEqual([403, expect.stringContaining('The capability flows:write is required')]);
    }
    const both = await app.seed.apiKey(owner, ['crmEvents:write', 'flows:write', 'contacts:read']);
    const done = await ask(app, surface, subscribe, { ...by, as: both, input: { eventType: 'contact.created' } });
    expect(done.code).toBeNull();
  });
});
