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

const hourly = { key: '{{triggerData.key}}', throttle: { count: 2, seconds: 3_600 } };

/** As when an hour has passed since the oldest starts of a flow. */
async function passHour(flowId: string, starts: number): Promise<void> {
  const { pool } = app.services.db;
  const oldest = 'select id from flow_controls where flow_id = $1 and counts order by due_at, id limit $2';
  await pool.query(`update flow_controls set due_at = now() where id in (${oldest})`, [flowId, starts]);
  await pool.query(`select pg_notify('flow_controls', '')`);
}

describe('the throttle of a flow', () => {
  test('starts as many executions of a key as it says, and the others later', async () => {
    const flowId = await stage.flow(hourly);
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await stage.start(flowId, { key: 'a' }));
    const other = await stage.start(flowId, { key: 'b' });
    const [first, second, third, fourth, fifth] = ids as [string, string, string, string, string];
    await stage.running(first, second, other);
    await stage.finish(first);
    await stage.settled();
    expect(await stage.phases(third, fourth, fifth)).toEqual(Array(3).fill('queued for control'));
    await passHour(flowId, 1);
    await stage.running(third);
    await stage.settled();
    expect(await stage.phases(fourth, fifth)).toEqual(Array(2).fill('queued for control'));
    await passHour(flowId, 3);
    await stage.running(fourth, fifth);
  });

  test('is never exceeded where several processes start at once', async () => {
    const flowId = await stage.flow(hourly);
    const start = (n: number) => stage.start(flowId, { key: `k${n % 3}` }, n % 2 ? app : second);
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => start(n)));
    await stage.settled();
    const phases = () => stage.phases(...ids);
    await waitFor(async () => (await phases()).filter((phase) => phase === 'waiting').length === 6);
    expect((await phases()).filter((phase) => phase === 'queued for control')).toHaveLength(24);
  });

  test('starts those with a higher priority first', async () => {
    const flowId = await stage.flow({ throttle: { count: 1, seconds: 60 }, priority: '{{triggerData.priority}}' });
    const first = await stage.start(flowId, { priority: 0 });
    await stage.running(first);
    const [low, high] = [await stage.start(flowId, { priority: 1 }), await stage.start(flowId, { priority: 2 })];
    await passHour(flowId, 1);
    await stage.running(high);
    expect(await stage.phases(low)).toEqual(['queued for control']);
  });

  test('holds together with a limit of those that run', async () => {
    const flowId = await stage.flow({ ...hourly, concurrency: 1 });
    const [first, second, third] = [
      await stage.start(flowId, { key: 'a' }),
      await stage.start(flowId, { key: 'a' }),
      await stage.start(flowId, { key: 'a' }),
    ];
    await stage.running(first);
    expect(await stage.phases(second)).toEqual(['queued for control']);
    await stage.finish(first);
    await stage.running(second);
    await stage.finish(second);
    await stage.settled();
    expect(await stage.phases(third)).toEqual(['queued for control']);
    await passHour(flowId, 2);
    await stage.running(third);
  });

  test('holds nothing any more once it is removed', async () => {
    const flowId = await stage.flow({ throttle: { count: 1, seconds: 60 } });
    const ids = [await stage.start(flowId), await stage.start(flowId)] as const;
    await stage.running(ids[0]);
    expect(await stage.call('PATCH', `/flows/${flowId}`, { settings: { control: null } })).toMatchObject({
      status: 200,
    });
    await stage.running(ids[1]);
  });
});
