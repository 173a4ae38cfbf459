import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { reached } from '../../../../support/run.js';
import { waitFor } from '../../../../support/wait-for.js';
import { ControlStage } from './stage.js';

let app: TestApp;
let second: TestApp;
let stage: ControlStage;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  second = await startTestApp({ database: app.database, worker: true });
});

afterAll(async () => {
  await second.stop();
  await app.stop();
});

beforeEach(async () => {
  stage = new ControlStage(app, await app.seed.owner());
});

const quiet = { key: '{{triggerData.key}}', debounceSeconds: 3_600 };

const triggerData = async (id: string) =>
  ((await stage.read(id)) as unknown as { triggerData: Record<string, unknown> }).triggerData;

describe('the starts of a key', () => {
  test('become one execution with the data of the last, once there were no others for a while', async () => {
    const flowId = await stage.flow(quiet);
    const first = await stage.start(flowId, { key: 'a', n: 1 });
    const other = await stage.start(flowId, { key: 'b', n: 1 });
    expect(await stage.start(flowId, { key: 'a', n: 2 })).toBe(first);
    expect(await stage.start(flowId, { key: 'a', n: 3 }, second)).toBe(first);
    expect(await stage.phases(first, other)).toEqual(['queued for control', 'queued for control']);
    await stage.pass(first);
    await stage.running(first);
    expect(await triggerData(first)).toEqual({ key: 'a', n: 3 });
    expect(await stage.phases(other)).toEqual(['queued for control']);
    const next = await stage.start(flowId, { key: 'a', n: 4 });
    expect(next).not.toBe(first);
    expect(await stage.all(flowId)).toHaveLength(3);
  });

  test('wait anew with each further one', async () => {
    const flowId = await stage.flow(quiet);
    const id = await stage.start(flowId, { n: 1 });
    const { pool } = app.services.db;
    const until = async () =>
      (await pool.query('select control_from as at from execution_claims where execution_id = $1', [id])).rows[0].at;
    await pool.query(`update execution_claims set control_from = now() + interval '1 minute' where execution_id = $1`, [
      id,
    ]);
    const before = await until();
    await stage.start(flowId, { n: 2 });
    expect(Date.parse(await until()) - Date.parse(before)).toBeGreaterThan(3_000_000);
    // What was to be looked at before finds that it is not time yet, and looks again then.
    await stage.look(flowId);
    await stage.settled();
    expect(await stage.phases(id)).toEqual(['queued for control']);
    await waitFor(
      async () => (await pool.query('select from flow_controls where flow_id = $1', [flowId])).rowCount === 1,
    );
  });

  test('become one by changes of records, too', async () => {
    const flowId = await stage.flow({ key: '{{triggerData.data.id}}', debounceSeconds: 60 }, 'trigger.crmEvent', {
      eventType: 'contact.updated',
    });
    const { body } = await stage.call('POST', '/contacts', { name: 'Ana' });
    const { id: contactId } = body.data as { id: string };
    for (const name of ['Ana B', 'Ana C', 'Ana D'])
      expect(await stage.call('PATCH', `/contacts/${contactId}`, { name })).toMatchObject({ status: 200 });
    await stage.settled();
    const [only, ...others] = await stage.all(flowId);
    expect(others).toEqual([]);
    const id = only?.id as string;
    expect(await triggerData(id)).toMatchObject({ data: { name: 'Ana D' } });
    await stage.pass(id);
    await stage.running(id);
  });

  test('become one where several processes accept them at once', async () => {
    const flowId = await stage.flow(quiet);
    const start = (n: number) => stage.start(flowId, { n }, n % 2 ? app : second);
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => start(n)));
    expect(new Set(ids).size).toBe(1);
    expect(await stage.all(flowId)).toHaveLength(1);
  });

  test('count once with an Idempotency-Key', async () => {
    const flowId = await stage.flow(quiet);
    const start = async (key: string, n: number) =>
      app.rest(`POST ${stage.path(`/flows/${flowId}/trigger`)}`, {
        as: stage.owner.token,
        body: { triggerData: { n } },
        headers: { 'idempotency-key': key },
      });
    const first = await start('one', 1);
    const { executionId } = first.body.data as { executionId: string };
    expect((await start('two', 2)).body.data).toEqual({ executionId });
    expect((await start('one', 1)).body.data).toEqual({ executionId });
    expect(await triggerData(executionId)).toEqual({ n: 2 });
    expect(await start('two', 3)).toMatchObject({ status: 409 });
  });

  test('begin a new execution after a cancellation', async () => {
    const flowId = await stage.flow(quiet);
    const first = await stage.start(flowId, { n: 1 });
    await stage.cancel(first);
    const next = await stage.start(flowId, { n: 2 });
    expect(next).not.toBe(first);
    await stage.pass(next);
    await stage.running(next);
  });

  test('bring large data along', async () => {
    const flowId = await stage.flow(quiet);
    const id = await stage.start(flowId, { text: 'a'.repeat(100_000) });
    const text = 'b'.repeat(200_000);
    expect(await stage.start(flowId, { text })).toBe(id);
    await stage.pass(id);
    await stage.running(id);
    await stage.finish(id);
    expect(await triggerData(id)).toEqual({ text });
    expect(await reached(app, stage.owner, id)).toMatchObject({ output: { got: { text } } });
  });

  test('run at once when the flow does not wait any more, and as others of their key allow it', async () => {
    const flowId = await stage.flow({ ...quiet, concurrency: 1 });
    const first = await stage.start(flowId, { n: 1 });
    await stage.pass(first);
    await stage.running(first);
    const next = await stage.start(flowId, { n: 2 });
    const settings = { control: { concurrency: 1, key: quiet.key } };
    expect(await stage.call('PATCH', `/flows/${flowId}`, { settings })).toMatchObject({ status: 200 });
    await stage.settled();
    expect(await stage.phases(next)).toEqual(['queued for control']);
    await stage.finish(first);
    await stage.running(next);
  });
});
