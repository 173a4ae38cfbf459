import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
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

const hourly = { key: '{{triggerData.key}}', batch: { max: 3, seconds: 3_600 } };

const triggerData = async (id: string) => ((await stage.read(id)) as unknown as { triggerData: unknown[] }).triggerData;

const kept = async (flowId: string) => {
  const text = 'select from flow_controls where flow_id = $1 and execution_id is not null';
  return (await app.services.db.pool.query(text, [flowId])).rowCount;
};

describe('the starts of a key', () => {
  test('become one execution with the list of their data, once there are enough', async () => {
    const flowId = await stage.flow(hourly);
    const first = await stage.start(flowId, { key: 'a', n: 1 });
    const other = await stage.start(flowId, { key: 'b', n: 1 });
    expect(await stage.start(flowId, { key: 'a', n: 2 }, second)).toBe(first);
    expect(await stage.phases(first, other)).toEqual(['queued for control', 'queued for control']);
    expect(await stage.start(flowId, { key: 'a', n: 3 })).toBe(first);
    await stage.running(first);
    expect(await triggerData(first)).toEqual([1, 2, 3].map((n) => ({ key: 'a', n })));
    const next = await stage.start(flowId, { key: 'a', n: 4 });
    expect(next).not.toBe(first);
    expect(await kept(flowId)).toBe(2);
  });

  test('become one once the time has passed', async () => {
    const flowId = await stage.flow(hourly);
    const id = await stage.start(flowId, { key: 'a', n: 1 });
    await stage.start(flowId, { key: 'a', n: 2 });
    await stage.pass(id);
    await stage.running(id);
    expect(await triggerData(id)).toEqual([
      { key: 'a', n: 1 },
      { key: 'a', n: 2 },
    ]);
    expect(await kept(flowId)).toBe(0);
  });

  test('become one by changes of records, and by webhook', async () => {
    const flowId = await stage.flow({ batch: { max: 3, seconds: 60 } }, 'trigger.crmEvent', {
      eventType: 'contact.created',
    });
    for (const name of ['Ana', 'Eva', 'Ida', 'Uma'])
      expect(await stage.call('POST', '/contacts', { name })).toMatchObject({ status: 201 });
    await waitFor(async () => (await stage.all(flowId)).length === 2);
    const [full, next] = (await stage.all(flowId)).map(({ id }) => id) as [string, string];
    await stage.running(full);
    expect(await triggerData(full)).toMatchObject(['Ana', 'Eva', 'Ida'].map((name) => ({ data: { name } })));
    await stage.pass(next);
    await stage.running(next);
    expect(await triggerData(next)).toMatchObject([{ data: { name: 'Uma' } }]);
    const hook = await stage.made({ batch: { max: 2, seconds: 60 } }, 'trigger.webhook');
    const call = (n: number) => app.rest(`POST ${hook.webhookPath}`, { body: { n } });
    const [one, two] = [await call(1), await call(2)];
    expect([one.status, two.status]).toEqual([202, 202]);
    expect(one.body.data).toEqual(two.body.data);
    const { executionId } = one.body.data as { executionId: string };
    await stage.running(executionId);
    expect(await triggerData(executionId)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('are each in one list where several processes accept them at once', async () => {
    const flowId = await stage.flow(hourly);
    const start = (n: number) => stage.start(flowId, { n }, n % 2 ? app : second);
    await Promise.all(Array.from({ length: 30 }, (_, n) => start(n)));
    const ids = (await stage.all(flowId)).map(({ id }) => id);
    expect(ids).toHaveLength(10);
    await stage.running(...ids);
    const lists = (await Promise.all(ids.map(triggerData))) as { n: number }[][];
    expect(lists.map((list) => list.length)).toEqual(Array(10).fill(3));
    expect(
      lists
        .flat()
        .map(({ n }) => n)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  test('count once with an Idempotency-Key', async () => {
    const flowId = await stage.flow(hourly);
    const start = async (key: string, n: number) =>
      app.rest(`POST ${stage.path(`/flows/${flowId}/trigger`)}`, {
        as: stage.owner.token,
        body: { triggerData: { n } },
        headers: { 'idempotency-key': key },
      });
    const { executionId } = (await start('one', 1)).body.data as { executionId: string };
    for (const [key, n] of [
      ['two', 2],
      ['one', 1],
      ['two', 2],
    ] as const)
      expect((await start(key, n)).body.data).toEqual({ executionId });
    expect(await kept(flowId)).toBe(2);
  });

  test('are dropped with the execution that collects them', async () => {
    const flowId = await stage.flow(hourly);
    const first = await stage.start(flowId, { n: 1 });
    await stage.cancel(first);
    await waitFor(async () => (await kept(flowId)) === 0);
    expect(await stage.start(flowId, { n: 2 })).not.toBe(first);
  });

  test('run with large data, and before they have too much of it', async () => {
    const flow = await stage.made(hourly, 'trigger.webhook');
    const text = 'a'.repeat(2_200_000);
    const call = async () => {
      const { body } = await app.rest(`POST ${flow.webhookPath}`, { body: { text } });
      return (body.data as { executionId: string }).executionId;
    };
    const id = await call();
    expect(await call()).toBe(id);
    await stage.running(id);
    expect(await triggerData(id)).toEqual([{ text }, { text }]);
  });

  test('run at once when the flow does not collect any more', async () => {
    const flowId = await stage.flow(hourly);
    const id = await stage.start(flowId, { n: 1 });
    expect(await stage.call('PATCH', `/flows/${flowId}`, { settings: { control: null } })).toMatchObject({
      status: 200,
    });
    await stage.running(id);
    expect(await triggerData(id)).toEqual([{ n: 1 }]);
  });
});
