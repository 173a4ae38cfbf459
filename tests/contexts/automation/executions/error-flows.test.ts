import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { endPause, reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
});

afterAll(() => app.stop());

beforeEach(async () => {
  owner = await app.seed.owner();
});

const stop = node('end', 'logic.stop', { status: 'failed', message: 'No stock.' });
const set = node('set', 'data.set', { assignments: [{ name: 'got', value: '{{triggerData}}' }] });

/** A flow that fails. */
const failing = async (settings: object = {}, of = owner) =>
  (await app.seed.flow(of, { ...graph([node('start', 'trigger.manual'), stop], 'start>end'), settings })).id;

/** A flow that handles failures. */
const handler = async (type = 'trigger.manual', config = {}, of = owner) =>
  (await app.seed.flow(of, graph([node('start', type, config), set], 'start>set'))).id;

const path = (rest = '') => `/workspaces/${owner.workspaceId}${rest}`;
const patch = (rest: string, body: object) => app.rest(`PATCH ${path(rest)}`, { as: owner.token, body });
const setDefault = async (defaultErrorFlowId: string | null) =>
  expect(await patch('', { defaultErrorFlowId })).toMatchObject({
    status: 200,
    body: { data: { defaultErrorFlowId } },
  });

async function fails(flowId: string, of = owner): Promise<void> {
  expect(await reached(app, of, await trigger(app, of, flowId))).toMatchObject({ status: 'failed' });
  await waitFor(async () => (await app.services.db.pool.query('select from execution_failures')).rowCount === 0);
}

async function startsOf(flowId: string) {
  const { rows } = await app.services.db.pool.query<{ id: string; trigger: string; chain: string[] }>(
    'select id, trigger, chain from executions where flow_id = $1 order by id',
    [flowId],
  );
  return rows;
}

const counts = (...ids: string[]) => Promise.all(ids.map(async (id) => (await startsOf(id)).length));

describe('the error flow of a flow', () => {
  test('starts once with the failure, whatever its trigger and its conditions', async () => {
    const unmet = [{ left: '{{triggerData.data.status}}', operator: 'eq', right: 'lead' }];
    const handling = await handler('trigger.crmEvent', { eventType: 'contact.created', conditions: unmet });
    const flowId = await failing({ errorFlowId: handling });
    await fails(flowId);
    const [started, ...others] = await startsOf(handling);
    expect(others).toEqual([]);
    expect(started).toMatchObject({ trigger: 'execution_failed', chain: [flowId] });
    expect(await reached(app, owner, started?.id as string)).toMatchObject({
      status: 'completed',
      output: { got: { flow: { id: flowId }, node: { id: 'end', type: 'logic.stop' }, error: { code: 'STOPPED' } } },
    });
  });

  test('is started once, although it subscribes to failures too', async () => {
    const handling = await handler('trigger.executionFailed', { code: 'HTTP_STATUS' });
    await fails(await failing({ errorFlowId: handling }));
    expect(await counts(handling)).toEqual([1]);
  });

  test('replaces the default of the workspace while it is active', async () => {
    const [own, byDefault] = [await handler(), await handler()];
    await setDefault(byDefault);
    const flowId = await failing({ errorFlowId: own });
    await fails(flowId);
    await fails(await failing());
    expect(await counts(own, byDefault)).toEqual([1, 1]);
    await patch(`/flows/${own}`, { isActive: false });
    await fails(flowId);
    expect(await counts(own, byDefault)).toEqual([1, 2]);
    await patch(`/flows/${byDefault}`, { isActive: false });
    await fails(flowId);
    expect(await counts(own, byDefault)).toEqual([1, 2]);
  });

  test('is the current setting, not that of the version which failed', async () => {
    const handling = await handler();
    const flowId = await failing();
    const wait = node('wait', 'wait.event', { eventType: 'contact.deleted', timeoutMinutes: 60 });
    const nodes = [node('start', 'trigger.manual'), wait, stop];
    await patch(`/flows/${flowId}`, graph(nodes, 'start>wait', 'wait:event>end'));
    const id = await trigger(app, owner, flowId);
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    expect(await patch(`/flows/${flowId}`, { settings: { errorFlowId: handling } })).toMatchObject({ status: 200 });
    const contact = await app.rest(`POST ${path('/contacts')}`, {
      as: owner.token,
      body: { name: 'Ana', email: 'a@b.co' },
    });
    await app.rest(`DELETE ${path(`/contacts/${(contact.body.data as { id: string }).id}`)}`, { as: owner.token });
    await reached(app, owner, id);
    await waitFor(async () => (await startsOf(handling)).length === 1);
  });

  test('does not get its own failures, nor those that lead back to it', async () => {
    const first = await failing();
    const second = await failing({ errorFlowId: first });
    await patch(`/flows/${first}`, { settings: { errorFlowId: second } });
    await setDefault(first);
    await fails(first);
    // first fails → second fails → first is in the chain already.
    await waitFor(async () => (await startsOf(second)).length === 1);
    const [started] = await startsOf(second);
    await reached(app, owner, started?.id as string);
    await waitFor(async () => (await app.services.db.pool.query('select from execution_failures')).rowCount === 0);
    expect(await counts(first, second)).toEqual([1, 1]);
  });

  test('must be another flow, of this workspace', async () => {
    const flowId = await failing();
    const refused = async (errorFlowId: unknown) => {
      const { status, body } = await patch(`/flows/${flowId}`, { settings: { errorFlowId } });
      return [status, body.error.code, body.error.details];
    };
    const field = 'settings.errorFlowId';
    expect(await refused('first')).toEqual([
      400,
      'VALIDATION_FAILED',
      [{ field, message: 'errorFlowId must be the ID of a flow, or null for none.' }],
    ]);
    expect(await refused(flowId)).toMatchObject([400, 'VALIDATION_FAILED', [{ field }]]);
    const foreign = await handler('trigger.manual', {}, await app.seed.owner());
    expect(await refused(foreign)).toMatchObject([400, 'FLOW_INVALID', [{ rule: 'REFERENCE_MISSING', field }]]);
  });

  test('is shown in the settings, listed by an export, and removed by null', async () => {
    const handling = await handler();
    const flowId = await failing({ errorFlowId: handling });
    const settings = async () =>
      ((await app.rest(`GET ${path(`/flows/${flowId}`)}`, { as: owner.token })).body.data as { settings: object })
        .settings;
    expect(await settings()).toMatchObject({ errorFlowId: handling });
    const file = await app.rest(`GET ${path(`/flows/${flowId}/export`)}`, { as: owner.token });
    expect(file.body.data).toMatchObject({ requires: { flows: [{ id: handling, name: 'Flow' }], records: [] } });
    await patch(`/flows/${flowId}`, { settings: { errorFlowId: null } });
    expect(await settings()).not.toHaveProperty('errorFlowId');
  });
});

describe('the default error flow of a workspace', () => {
  test('can be set by owners and admins only, to a flow of the workspace, and is reset with the flow', async () => {
    const handling = await handler();
    const other = await app.seed.owner();
    const foreign = await handler('trigger.manual', {}, other);
    const field = 'defaultErrorFlowId';
    for (const id of [foreign, 'first', '01890000-0000-7000-8000-000000000000']) {
      expect(await patch('', { [field]: id })).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_FAILED', details: [{ field }] } },
      });
    }
    const key = await app.seed.apiKey(owner, ['flows:write']);
    expect((await app.rest(`PATCH ${path()}`, { as: key, body: { [field]: handling } })).status).toBe(403);
    expect((await app.rest(`PATCH ${path()}`, { as: other.token, body: { [field]: handling } })).status).toBe(404);
    await setDefault(handling);
    expect(await patch('', { name: 'Bakery' })).toMatchObject({ body: { data: { [field]: handling } } });
    await app.rest(`DELETE ${path(`/flows/${handling}`)}`, { as: owner.token });
    const { data } = await app.graphql(
      'query ($id: ID!) { workspace(id: $id) { defaultErrorFlowId } }',
      { id: owner.workspaceId },
      owner.token,
    );
    expect(data).toEqual({ workspace: { [field]: null } });
  });

  test('gets the failures of deleted flows, and none of other workspaces', async () => {
    const other = await app.seed.owner();
    const handling = await handler();
    await setDefault(handling);
    await fails(await failing({}, other), other);
    expect(await counts(handling)).toEqual([0]);
    const wait = node('wait', 'logic.delay', { minutes: 60 });
    const content = graph([node('start', 'trigger.manual'), wait, stop], 'start>wait', 'wait>end');
    const { id } = await app.seed.flow(owner, content);
    const executionId = await trigger(app, owner, id);
    await app.rest(`DELETE ${path(`/flows/${id}`)}`, { as: owner.token });
    await endPause(app, executionId);
    await reached(app, owner, executionId);
    await waitFor(async () => (await startsOf(handling)).length === 1);
  });
});
