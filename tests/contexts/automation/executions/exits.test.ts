import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fireEvent, startQuota } from '../../../../src/contexts/automation/executions/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { publicEvent } from '../../../support/public-event.js';
import { reached, type SeenExecution, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
  owner = await app.seed.owner();
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
});

const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: id, value }] });
const start = node('start', 'trigger.manual');
const hour = node('hour', 'logic.delay', { minutes: 60 });
const cancelled = (data: object = {}) =>
  node('exit', 'logic.exit', {
    eventTypes: ['custom.moved', 'custom.cancelled'],
    match: { 'data.id': '{{triggerData.id}}' },
    ...data,
  });

/** A reminder of an appointment, which is not sent when the appointment is moved or cancelled. */
const reminder = [start, hour, set('reminder', 'Tomorrow'), cancelled()];
const path = (rest: string) => `/workspaces/${owner.workspaceId}${rest}`;

async function begin(nodes: ReturnType<typeof node>[], ...edges: string[]): Promise<string> {
  const { id } = await app.seed.flow(owner, graph(nodes, ...edges));
  return trigger(app, owner, id, { triggerData: { id: 'a', name: 'Ana' } });
}

const isWaiting = ({ phase }: SeenExecution) => phase === 'waiting';

const fire = (type: string, data: Record<string, unknown>) =>
  app.services.db
    .within(owner.workspaceId)
    .transaction((sql) =>
      fireEvent(
        sql,
        publicEvent(type, { workspaceId: owner.workspaceId, data }),
        app.services.get(startQuota),
        app.services.log,
      ),
    );

async function waitsOf(id: string): Promise<number> {
  const { rowCount } = await app.services.db.pool.query('select from event_waits where execution_id = $1', [id]);
  return rowCount ?? 0;
}

describe('an exit', () => {
  test('ends the execution when its event occurs, and no event of others', async () => {
    const id = await begin(reminder, 'start>hour', 'hour>reminder');
    await reached(app, owner, id, isWaiting);
    expect(await waitsOf(id)).toBe(2);
    await fire('custom.cancelled', { id: 'b' });
    await fire('custom.paid', { id: 'a' });
    expect(await waitsOf(id)).toBe(2);
    await fire('custom.cancelled', { id: 'a' });
    const seen = await reached(app, owner, id);
    expect(seen).toMatchObject({ status: 'completed', output: { type: 'custom.cancelled', data: { id: 'a' } } });
    expect(statuses(seen).toSorted()).toEqual([
      'exit: completed',
      'hour: cancelled',
      'reminder: skipped',
      'start: completed',
    ]);
    expect(await waitsOf(id)).toBe(0);
  });

  test('leads to nodes that read its event, and what completed before', async () => {
    const last = set('last', '{{steps.greeting.greeting}}: {{steps.exit.type}}');
    const id = await begin(
      [start, set('greeting', 'Hello {{triggerData.name}}'), hour, last, cancelled()],
      'start>greeting',
      'greeting>hour',
      'hour>last',
      'exit:event>last',
    );
    await reached(app, owner, id, isWaiting);
    await fire('custom.moved', { id: 'a' });
    const seen = await reached(app, owner, id);
    expect(seen).toMatchObject({ status: 'completed', output: { last: 'Hello Ana: custom.moved' } });
  });

  test('counts where its conditions hold', async () => {
    const conditions = [{ left: '{{event.data.total}}', operator: 'gt', right: 10 }];
    const id = await begin([start, hour, cancelled({ conditions })], 'start>hour');
    await reached(app, owner, id, isWaiting);
    await fire('custom.moved', { id: 'a', total: 10 });
    expect(await waitsOf(id)).toBe(2);
    await fire('custom.moved', { id: 'a', total: 11 });
    expect((await reached(app, owner, id)).output).toMatchObject({ data: { total: 11 } });
  });

  test('counts although no process runs when its event occurs', async () => {
    const id = await begin(reminder, 'start>hour', 'hour>reminder');
    await reached(app, owner, id, isWaiting);
    await worker.stop();
    await fire('custom.moved', { id: 'a' });
    worker = await startTestWorker(app);
    expect((await reached(app, owner, id)).output).toMatchObject({ type: 'custom.moved' });
  });

  test('ends with an execution that comes to its end', async () => {
    const id = await begin([start, set('all', 'done'), cancelled(), set('never', 1)], 'start>all', 'exit:event>never');
    const seen = await reached(app, owner, id);
    expect(seen).toMatchObject({ status: 'completed', output: { all: 'done' } });
    expect(statuses(seen).toSorted()).toEqual([
      'all: completed',
      'exit: cancelled',
      'never: skipped',
      'start: completed',
    ]);
    expect(await waitsOf(id)).toBe(0);
  });

  test('cancels the executions that wait for it', async () => {
    const called = (await app.seed.flow(owner, graph([start, hour], 'start>hour'))).id;
    const id = await begin([start, node('call', 'flow.call', { flowId: called }), cancelled()], 'start>call');
    await reached(app, owner, id, isWaiting);
    await fire('custom.moved', { id: 'a' });
    expect((await reached(app, owner, id)).status).toBe('completed');
    const { rows } = await app.services.db.pool.query('select id from executions where parent_execution_id = $1', [id]);
    expect(await reached(app, owner, rows[0].id)).toMatchObject({ status: 'cancelled' });
  });

  test('waits again when an execution is retried from a step that it had ended', async () => {
    const id = await begin(reminder, 'start>hour', 'hour>reminder');
    await reached(app, owner, id, isWaiting);
    await fire('custom.moved', { id: 'a' });
    await reached(app, owner, id);
    const retry = { from: 'step', nodeId: 'hour' };
    const { status, body } = await app.rest(`POST ${path(`/flows/executions/${id}/retry`)}`, {
      as: owner.token,
      body: retry,
    });
    expect([status, body.error]).toEqual([202, undefined]);
    const again = (body.data as { executionId: string }).executionId;
    await reached(app, owner, again, isWaiting);
    expect(await waitsOf(again)).toBe(2);
  });

  test('does nothing in a simulation but where its mock says so', async () => {
    const { id } = await app.seed.flow(owner, graph(reminder, 'start>hour', 'hour>reminder'));
    const simulate = async (mocks: object) => {
      const { body } = await app.rest(`POST ${path(`/flows/${id}/simulate`)}`, {
        as: owner.token,
        body: { triggerData: { id: 'a' }, mocks },
      });
      return (await reached(app, owner, (body.data as { executionId: string }).executionId)).output;
    };
    expect(await simulate({})).toEqual({ reminder: 'Tomorrow' });
    expect(await simulate({ exit: { handle: 'event', output: 'moved' } })).toBe('moved');
  });

  test.each([
    [
      'without a type',
      { eventTypes: undefined },
      'start>hour',
      'FIELD_REQUIRED',
      /eventType is required, or eventTypes/,
    ],
    ['with an edge into it', {}, 'start>exit', 'TRIGGER_HAS_INPUT', /leads into the exit "exit"/],
    ['for each item', { each: [1] }, 'start>hour', 'FIELD_INVALID', /not possible for triggers, exits/],
  ])('is refused %s', async (_, data, edge, rule, message) => {
    const content = graph([start, hour, cancelled(data)], edge, 'start>hour');
    const { body } = await app.rest(`POST ${path('/flows/validate')}`, { as: owner.token, body: content });
    const { issues } = body.data as { issues: { ruleId: string; message: string }[] };
    expect(issues.find(({ ruleId }) => ruleId === rule)?.message).toMatch(message);
  });
});
