import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fireDueSchedules } from '../../../../src/contexts/automation/schedules/fire-due-schedules.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { startTestWorker } from '../../../support/worker.js';

let app: TestApp;
let owner: Owner;
let stopWorker: () => Promise<void> = async () => undefined;
/** The current time of the server and of `fireDueSchedules`. */
let clock = new Date('2026-03-02T07:30:00Z');

beforeAll(async () => {
  app = await startTestApp({ now: () => clock });
  const person = await app.seed.owner();
  // An API key does not expire while the clock is changed.
  owner = { ...person, token: await app.seed.apiKey(person) };
});

afterAll(async () => {
  await stopWorker();
  await app.stop();
});

function scheduled(data: Record<string, unknown>) {
  const echo = node('echo', 'data.set', { assignments: [{ name: 'for', value: '{{triggerData.scheduledFor}}' }] });
  return graph([node('start', 'trigger.schedule', data), echo], 'start>echo');
}

const activate = async (data: Record<string, unknown>) => (await app.seed.flow(owner, scheduled(data))).id;

async function change(flowId: string, body: object) {
  const answer = await app.rest(`PATCH /workspaces/${owner.workspaceId}/flows/${flowId}`, { as: owner.token, body });
  expect(answer.status).toBe(200);
}

/** The scheduled times of the flow's executions, oldest first. */
async function firings(flowId: string): Promise<string[]> {
  const { rows } = await app.services.db.pool.query(
    `select trigger, trigger_data ->> 'scheduledFor' as "for" from executions where flow_id = $1 order by id`,
    [flowId],
  );
  expect(rows.every(({ trigger }) => trigger === 'schedule')).toBe(true);
  return rows.map((row) => row.for);
}

/** Sets the clock and fires the schedules that are due. */
async function at(time: string): Promise<void> {
  clock = new Date(time);
  await fireDueSchedules(app.services);
}

describe('a scheduled flow', () => {
  test('starts once at each of its times, in its time zone', async () => {
    clock = new Date('2026-03-02T07:30:00Z');
    const id = await activate({ cron: '0 9 * * 1-5', timezone: 'Europe/Madrid' });
    await at('2026-03-02T07:59:59Z');
    expect(await firings(id)).toEqual([]);
    await at('2026-03-02T08:00:00Z');
    await at('2026-03-02T08:00:01Z');
    await at('2026-03-03T08:00:05Z');
    expect(await firings(id)).toEqual(['2026-03-02T08:00:00.000Z', '2026-03-03T08:00:00.000Z']);
  });

  test('keeps its local hour when daylight saving time changes, and fires once in the repeated hour', async () => {
    clock = new Date('2026-03-27T12:00:00Z');
    const nine = await activate({ cron: '0 9 * * *', timezone: 'Europe/Madrid' });
    const half = await activate({ cron: '30 2 * * *', timezone: 'Europe/Madrid' });
    for (let day = 28; day <= 30; day++) {
      for (let hour = 0; hour < 24; hour++) await at(`2026-03-${day}T${String(hour).padStart(2, '0')}:30:00Z`);
    }
    expect((await firings(nine)).map((time) => time.slice(8, 16))).toEqual(['28T08:00', '29T07:00', '30T07:00']);
    // 02:30 does not exist on the 29th: the execution starts after the change of the clocks.
    expect((await firings(half)).map((time) => time.slice(8, 16))).toEqual(['28T01:30', '29T01:00', '30T00:30']);

    clock = new Date('2026-10-24T12:00:00Z');
    const autumn = await activate({ cron: '30 2 * * *', timezone: 'Europe/Madrid' });
    for (const hour of ['00', '01', '02', '03']) await at(`2026-10-25T${hour}:45:00Z`);
    expect(await firings(autumn)).toHaveLength(1);
  });

  test('makes up for missed times with one execution', async () => {
    clock = new Date('2026-05-01T00:00:30Z');
    const id = await activate({ everyMinutes: '5' });
    await at('2026-05-01T06:02:00Z');
    await at('2026-05-01T06:04:59Z');
    expect(await firings(id)).toEqual(['2026-05-01T06:00:00.000Z']);
    await at('2026-05-01T06:05:00Z');
    expect(await firings(id)).toHaveLength(2);
  });

  test('makes up for all missed times, or for none, as it says', async () => {
    clock = new Date('2026-05-02T00:30:30Z');
    const all = await activate({ everyMinutes: 60, catchUp: 'all' });
    const none = await activate({ cron: '0 * * * *', catchUp: 'none' });
    const last = await activate({ cron: '0 * * * *', catchUp: 'last' });
    await at('2026-05-02T04:10:00Z');
    const hours = (...list: number[]) => list.map((hour) => `2026-05-02T0${hour}:00:00.000Z`);
    expect(await firings(all)).toEqual(hours(1, 2, 3, 4));
    expect(await firings(none)).toEqual([]);
    expect(await firings(last)).toEqual(hours(4));
    await at('2026-05-02T05:00:30Z');
    expect(await firings(all)).toEqual(hours(1, 2, 3, 4, 5));
    expect(await firings(none)).toEqual(hours(5));
  });

  test('makes up for many missed times in several turns, and for none of more than a week ago', async () => {
    clock = new Date('2026-05-03T00:30:30Z');
    const id = await activate({ everyMinutes: 60, catchUp: 'all' });
    clock = new Date('2026-06-03T00:30:30Z');
    await fireDueSchedules(app.services);
    expect(await firings(id)).toHaveLength(100);
    await fireDueSchedules(app.services);
    await fireDueSchedules(app.services);
    const times = await firings(id);
    expect(times).toHaveLength(168);
    expect([times.at(0), times.at(-1)]).toEqual(['2026-05-27T01:00:00.000Z', '2026-06-03T00:00:00.000Z']);
  });

  test('begins up to some seconds later than its time, each time by another number of them', async () => {
    clock = new Date('2027-06-05T00:30:30Z');
    const id = await activate({ everyMinutes: 60, jitterSeconds: 600 });
    const text = `select e.trigger_data ->> 'scheduledFor' as "for", c.due_at as at from executions e
      join execution_claims c on c.execution_id = e.id where e.flow_id = $1 order by e.id`;
    for (const hour of [1, 2, 3, 4, 5, 6]) await at(`2027-06-05T0${hour}:00:00Z`);
    const { rows } = await app.services.db.pool.query<{ for: string; at: string }>(text, [id]);
    expect(rows.map((row) => row.for)).toEqual([1, 2, 3, 4, 5, 6].map((hour) => `2027-06-05T0${hour}:00:00.000Z`));
    const late = rows.map((row) => Date.parse(row.at) - Date.parse(row.for));
    for (const ms of late) expect(ms).toBeLessThan(600_000);
    expect(new Set(late).size).toBeGreaterThan(1);
  });

  test('does not start while it is paused, and missed times do not count when it is activated again', async () => {
    clock = new Date('2026-06-01T00:00:30Z');
    const id = await activate({ everyMinutes: 60 });
    await change(id, { isActive: false });
    await at('2026-06-01T05:00:30Z');
    await change(id, { isActive: true });
    await at('2026-06-01T05:30:00Z');
    expect(await firings(id)).toEqual([]);
    await at('2026-06-01T06:00:00Z');
    expect(await firings(id)).toEqual(['2026-06-01T06:00:00.000Z']);
  });

  test('follows a changed schedule; a change of its name keeps the next time', async () => {
    clock = new Date('2026-07-01T00:00:30Z');
    const id = await activate({ everyMinutes: 60 });
    clock = new Date('2026-07-01T01:00:10Z');
    await change(id, { name: 'Renamed' });
    await at('2026-07-01T01:00:20Z');
    expect(await firings(id)).toEqual(['2026-07-01T01:00:00.000Z']);
    await change(id, { settings: { triggerConfig: { everyMinutes: 30 } } });
    await at('2026-07-01T01:30:00Z');
    expect(await firings(id)).toHaveLength(2);
    await change(id, { settings: { triggerType: 'manual', triggerConfig: {} } });
    await at('2026-07-02T00:00:00Z');
    expect(await firings(id)).toHaveLength(2);
  });

  test('does not start after it is deleted', async () => {
    clock = new Date('2026-08-01T00:00:30Z');
    const id = await activate({ everyMinutes: 60 });
    await app.rest(`DELETE /workspaces/${owner.workspaceId}/flows/${id}`, { as: owner.token });
    await at('2026-08-01T02:00:00Z');
    expect(await firings(id)).toEqual([]);
  });

  test('starts once although many processes fire schedules at the same time', async () => {
    clock = new Date('2026-09-01T00:00:30Z');
    const ids = await Promise.all(Array.from({ length: 30 }, () => activate({ everyMinutes: 60 })));
    clock = new Date('2026-09-01T01:00:00Z');
    const started = await Promise.all(Array.from({ length: 8 }, () => fireDueSchedules(app.services)));
    expect(started.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(30);
    for (const id of ids) expect(await firings(id)).toHaveLength(1);
  });
});

describe('a worker', () => {
  test('starts scheduled flows and wakes up when one is activated', async () => {
    clock = new Date('2026-12-01T00:59:59.900Z');
    const began = Date.now();
    const start = clock.getTime();
    const running = () => new Date(start + Date.now() - began);
    const worker = await startTestWorker(app, { now: running });
    stopWorker = () => worker.stop();
    const id = await activate({ cron: '0 1 * * *' });
    await waitFor(async () => {
      const { rows } = await app.services.db.pool.query('select status from executions where flow_id = $1', [id]);
      return rows.length === 1 && rows[0].status === 'completed';
    });
    expect(await firings(id)).toEqual(['2026-12-01T01:00:00.000Z']);
  });
});
