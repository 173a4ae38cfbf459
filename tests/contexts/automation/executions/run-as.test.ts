import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember, type Person } from '../../accounts/members/people.js';

type Run = SeenExecution & { runAs: string | null; trigger: string };

let app: TestApp;
let owner: Owner;
let ownerId: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  ownerId = await idOf(owner.token);
}, 60_000);

afterAll(() => app.stop());

async function call<T>(as: string, route: string, body?: unknown): Promise<T> {
  const [method, path] = route.split(' ');
  const options = { as, ...(body !== undefined && { body }) };
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, options);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as T;
}

async function idOf(token: string): Promise<string> {
  return ((await app.rest('GET /auth/me', { as: token })).body.data as { user: { id: string } }).user.id;
}

async function newKey(as: string, capabilities: string[]): Promise<{ id: string; key: string }> {
  return call(as, 'POST /api-keys', { name: 'Key', capabilities });
}

const editor = () => addMember(app, owner.workspaceId, owner.token, 'EDITOR');
const asOwner = ({ token }: { token: string }): Owner => ({ ...owner, token });

const lookup = (start = node('start', 'trigger.webhook')) =>
  graph([start, node('find', 'crm.findContact', { filter: { email: 'a@b.co' } })], `${start.id}>find`);
const writing = (email = 'ana@example.com') =>
  graph([node('start', 'trigger.webhook'), node('save', 'crm.upsertContact', { email })], 'start>save');
const hooked = { settings: { triggerType: 'webhook' } };

/** An active flow with a webhook that looks up a contact. */
const flowOf = (person: { token: string }) => app.seed.flow(asOwner(person), { ...lookup(), ...hooked });

async function posted({ webhookPath }: { webhookPath: string }): Promise<Run> {
  const answer = await app.rest(`POST ${webhookPath}`, { body: {} });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return (await reached(app, owner, (answer.body.data as { executionId: string }).executionId)) as Run;
}

async function onlyRunOf(flowId: string): Promise<Run> {
  const list = () => call<{ id: string }[]>(owner.token, `GET /flows/${flowId}/executions`);
  await waitFor(async () => (await list()).length > 0);
  const [first] = await list();
  return (await reached(app, owner, first?.id as string)) as Run;
}

describe('an execution runs as', () => {
  const getExecution: OwnOperation = ['GET P/flows/executions/:executionId', documents.GetExecutionDocument];

  test.each(surfaces)('whoever started it, as %s shows', async (surface) => {
    const { id } = await flowOf(owner);
    const member = await editor();
    const key = await newKey(member.token, ['*']);
    for (const [as, runAs] of [
      [member.token, member.userId],
      [key.key, key.id],
    ] as const) {
      const started = await trigger(app, { ...owner, token: as }, id);
      const by = { as: owner.token, workspaceId: owner.workspaceId, ids: { executionId: started } };
      expect(payloadOf(surface, await ask(app, surface, getExecution, by))).toMatchObject({ runAs });
    }
  });

  test('whoever activated its flow, if its trigger started it', async () => {
    const member = await editor();
    const flow = await app.seed.flow(owner, { ...lookup(), ...hooked }, false);
    await call(member.token, `PATCH /flows/${flow.id}`, { isActive: true });
    expect(await posted(flow)).toMatchObject({ trigger: 'webhook', runAs: member.userId, status: 'completed' });
    await call(owner.token, `PATCH /flows/${flow.id}`, { name: 'Renamed' });
    expect(await posted(flow)).toMatchObject({ runAs: member.userId });
    await call(owner.token, `PATCH /flows/${flow.id}`, { settings: { timeout: 60 } });
    expect(await posted(flow)).toMatchObject({ runAs: ownerId });
  });

  test('the principal of its flow, if an event or a failure started it', async () => {
    const member = await editor();
    const handler = graph([node('start', 'trigger.executionFailed'), node('end', 'logic.stop')], 'start>end');
    const errorFlow = await app.seed.flow(asOwner(member), {
      ...handler,
      settings: { triggerType: 'execution_failed' },
    });
    const failing = graph(
      [
        node('start', 'trigger.crmEvent', { eventType: 'contact.created' }),
        node('end', 'logic.stop', { status: 'failed' }),
      ],
      'start>end',
    );
    const settings = { triggerType: 'crm_event', errorFlowId: errorFlow.id };
    const flow = await app.seed.flow(asOwner(member), { ...failing, settings });
    await call(owner.token, 'POST /contacts', { name: 'Ana', email: 'ana@example.com' });
    expect(await onlyRunOf(flow.id)).toMatchObject({ trigger: 'crm_event', runAs: member.userId });
    expect(await onlyRunOf(errorFlow.id)).toMatchObject({ trigger: 'execution_failed', runAs: member.userId });
  });

  test('the principal of its caller, if a step called its flow', async () => {
    const called = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
    const steps = [node('start', 'trigger.manual'), node('call', 'flow.call', { flowId: called.id, wait: true })];
    const key = await newKey(owner.token, ['flows:read', 'flows:write', 'flows:execute']);
    const caller = await app.seed.flow({ ...owner, token: key.key }, graph(steps, 'start>call'));
    // It takes more rights from now on than its caller had to have.
    await call(owner.token, `PATCH /flows/${called.id}`, lookup(node('start', 'trigger.manual')));
    const run = await reached(app, owner, await trigger(app, { ...owner, token: key.key }, caller.id));
    expect(run).toMatchObject({ status: 'failed', runAs: key.id });
    expect(run.error?.message).toContain('requires the capability contacts:read');
    expect(await onlyRunOf(called.id)).toMatchObject({
      runAs: key.id,
      steps: [],
      error: { code: 'RUN_AS_FORBIDDEN', nodeId: 'find' },
    });
  });

  const forwarding = graph(
    [
      node('start', 'trigger.webhook', { methods: ['POST'] }),
      node('call', 'flow.call', { flowId: '{{triggerData.flow}}' }),
    ],
    'start>call',
  );

  test('the principal of its caller, if an expression says which flow is called', async () => {
    const called = await app.seed.flow(owner, lookup(node('start', 'trigger.manual')));
    const key = await newKey(owner.token, ['flows:read', 'flows:write', 'flows:execute']);
    const byKey = await app.seed.flow({ ...owner, token: key.key }, { ...forwarding, ...hooked });
    const byOwner = await app.seed.flow(owner, { ...forwarding, ...hooked });
    const body = { flow: called.id };
    const triggered = (flow: { id: string }, as: string) =>
      call<{ executionId: string }>(as, `POST /flows/${flow.id}/trigger`, { triggerData: body });
    const refused = { status: 'failed', steps: [], runAs: key.id, error: { code: 'RUN_AS_FORBIDDEN', nodeId: 'find' } };
    const calledBy = async (executionId: string) => {
      await reached(app, owner, executionId);
      const [newest] = await call<{ id: string }[]>(owner.token, `GET /flows/${called.id}/executions`);
      return reached(app, owner, newest?.id as string);
    };
    // A webhook runs as who activated its flow, and a call by hand as who made it, whoever wrote the flow.
    const answer = await app.rest(`POST ${byKey.webhookPath}`, { body });
    expect(await calledBy((answer.body.data as { executionId: string }).executionId)).toMatchObject(refused);
    expect(await calledBy((await triggered(byOwner, key.key)).executionId)).toMatchObject(refused);
    expect(await calledBy((await triggered(byKey, owner.token)).executionId)).toMatchObject({
      status: 'completed',
      runAs: ownerId,
    });
  });

  test('whoever retried it', async () => {
    const member = await editor();
    const { id } = await flowOf(owner);
    const first = await reached(app, owner, await trigger(app, owner, id));
    const again = await call<{ executionId: string }>(member.token, `POST /flows/executions/${first.id}/retry`, {});
    expect(await reached(app, owner, again.executionId)).toMatchObject({ runAs: member.userId, status: 'completed' });
  });
});

describe('a flow whose principal has lost a capability', () => {
  const demote = ({ userId }: Person) =>
    call(owner.token, `PATCH /members/${userId}/role`, { role: 'VIEWER', capabilities: [] });
  /** As a flow that is activated while its activator is demoted. */
  const demotedAtOnce = ({ userId }: Person) =>
    app.services.db.pool.query(`update members set role = 'VIEWER' where user_id = $1`, [userId]);

  test('fails before its first node, and starts its error flow', async () => {
    const member = await editor();
    const handler = graph([node('start', 'trigger.executionFailed'), node('end', 'logic.stop')], 'start>end');
    const errorFlow = await app.seed.flow(owner, { ...handler, settings: { triggerType: 'execution_failed' } });
    const settings = { ...hooked.settings, errorFlowId: errorFlow.id };
    const flow = await app.seed.flow(asOwner(member), { ...writing('lost@example.com'), settings });
    await demotedAtOnce(member);
    expect(await posted(flow)).toMatchObject({
      status: 'failed',
      steps: [],
      error: {
        code: 'RUN_AS_FORBIDDEN',
        nodeId: 'save',
        message: expect.stringContaining('The node save (crm.upsertContact) requires the capability contacts:write'),
      },
    });
    expect(await call(owner.token, 'GET /contacts?search=lost')).toEqual([]);
    expect(await onlyRunOf(errorFlow.id)).toMatchObject({ status: 'completed' });
  });

  test('is paused, and runs again as who activates it again', async () => {
    const member = await editor();
    const flow = await app.seed.flow(asOwner(member), { ...writing(), ...hooked });
    await demote(member);
    expect(await call(owner.token, `GET /flows/${flow.id}`)).toMatchObject({ isActive: false });
    await expect(posted(flow)).rejects.toThrow();
    expect(await call(owner.token, `PATCH /flows/${flow.id}`, { isActive: true })).toMatchObject({ isActive: true });
    expect(await posted(flow)).toMatchObject({ status: 'completed', runAs: ownerId });
  });

  test('lets executions that have begun end', async () => {
    const member = await editor();
    const steps = [
      node('start', 'trigger.webhook'),
      node('wait', 'wait.approval', { message: 'Go on?' }),
      node('save', 'crm.upsertContact', { email: 'late@example.com' }),
    ];
    const content = graph(steps, 'start>wait', 'wait:approved>save');
    const flow = await app.seed.flow(asOwner(member), { ...content, ...hooked });
    const answer = await app.rest(`POST ${flow.webhookPath}`, { body: {} });
    const id = (answer.body.data as { executionId: string }).executionId;
    const waiting = await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    await demote(member);
    const stepId = waiting.steps.find(({ nodeId }) => nodeId === 'wait')?.id;
    await call(owner.token, `POST /flows/executions/${id}/approvals/${stepId}`, { decision: 'approved' });
    expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', runAs: member.userId });
  });
});

describe('the flows of an API key that was revoked', () => {
  test('do not run, not even if they were activated at the same time', async () => {
    const member = await editor();
    const key = await newKey(member.token, ['flows:write', 'flows:execute', 'contacts:write']);
    const flow = await app.seed.flow({ ...owner, token: key.key }, { ...writing(), ...hooked });
    await call(member.token, `DELETE /api-keys/${key.id}`);
    await expect(posted(flow)).rejects.toThrow();
    for (const [table, id] of Object.entries({ flows: 'id', flow_triggers: 'flow_id' }))
      await app.services.db.pool.query(`update ${table} set is_active = true where ${id} = $1`, [flow.id]);
    expect(await posted(flow)).toMatchObject({ status: 'failed', error: { code: 'RUN_AS_FORBIDDEN' } });
  });
});
