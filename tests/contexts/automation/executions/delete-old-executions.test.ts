import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { deleteOldExecutions } from '../../../../src/contexts/automation/executions/store/retention/delete-old-executions.js';
import {
  createPartitions,
  listPartitions,
} from '../../../../src/contexts/automation/executions/store/retention/execution-partitions.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let flowId: string;

const dayMs = 24 * 60 * 60 * 1_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  const nodes = [node('start', 'trigger.manual'), node('wait', 'logic.delay', { seconds: '{{triggerData.seconds}}' })];
  flowId = (await app.seed.flow(owner, { ...graph(nodes, 'start>wait'), settings: { maxConcurrent: 1000 } })).id;
});

afterAll(() => app.stop());

const sql = () => app.services.db.pool;

/** Writes runs of long ago, with their steps and events. */
async function oldRuns(
  count: number,
  { status = 'completed', workspaceId = owner.workspaceId, steps = 3, at = daysAgo(40) } = {},
) {
  const ids = Array.from({ length: count }, () => uuidv7({ msecs: at.getTime() }));
  const ended = status === 'running' ? null : new Date(at.getTime() + dayMs);
  await sql().query(
    `with runs as (
       insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, status, started_at,
         created_at, finished_at)
       select unnest($1::uuid[]), $2, $3, 'Flow', 1, 'manual', $4, $5, $5, $6 returning id
     ), claims as (
       insert into execution_claims (workspace_id, execution_id, flow_id) select $2, id, $3 from runs where $4 = 'running'
     ), steps as (
       insert into execution_steps (workspace_id, execution_id, node_id, id, node_type, name, status, started_at)
       select $2, id, 'n' || n, gen_random_uuid(), 'data.set', 'n', 'completed', $5 from runs, generate_series(1, $7) n
     )
     insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
     select $2, id, 0, n, $3, '[]', '{"status":"completed","phase":"done"}' from runs, generate_series(1, $7) n`,
    [ids, workspaceId, flowId, status, at, ended, steps],
  );
  return ids;
}

async function left(ids: string[]): Promise<Record<string, number>> {
  const { rows } = await sql().query<Record<string, number>>(
    `select (select count(*)::int from executions where id = any($1)) as runs,
       (select count(*)::int from execution_steps where execution_id = any($1)) as steps,
       (select count(*)::int from execution_events where execution_id = any($1)) as events`,
    [ids],
  );
  return rows[0] as Record<string, number>;
}

interface Event {
  cursor: string;
  step: object | null;
  execution: { id: string; status: string };
}

/** The events behind a place, until this run has ended. */
async function follow(field: string, executionId: string, after: string | null | undefined): Promise<Event[]> {
  const source = app.subscribe<{ event: Event }>(
    `subscription ($w: ID!, $after: String${field.includes('$e') ? ', $e: ID!' : ''}) {
       event: ${field} { cursor step { id } execution { id status } } }`,
    { w: owner.workspaceId, e: executionId, after },
    owner.token,
  );
  const events: Event[] = [];
  for await (const { data, errors } of source) {
    if (!data) throw new Error(JSON.stringify(errors));
    const { step, execution } = data.event;
    events.push(data.event);
    if (execution.id === executionId && execution.status !== 'running' && !step) break;
  }
  return events;
}

const ofExecution = 'executionUpdated(workspaceId: $w, executionId: $e, after: $after)';
const ofWorkspace = 'workspaceExecutionUpdated(workspaceId: $w, after: $after)';

const run = async () => reached(app, owner, await trigger(app, owner, flowId, { triggerData: { seconds: 0.01 } }));

const remove = (rests = 0) => deleteOldExecutions({ sql: sql(), before: daysAgo(30), rests });

/** The start of the week that is so many weeks ahead: its partition exists. */
function weekAhead(weeks: number): Date {
  const day = new Date().getUTCDay();
  const monday = Math.floor(Date.now() / dayMs) * dayMs - ((day + 6) % 7) * dayMs;
  return new Date(monday + weeks * 7 * dayMs);
}

async function partitions(): Promise<string[]> {
  return (await listPartitions(sql())).map(({ suffix }) => suffix);
}

describe('a week of executions', () => {
  test('is dropped as a whole when all of it is old, and stays while one of it runs or ended later', async () => {
    const [dropped, running, late] = [weekAhead(1), weekAhead(2), weekAhead(3)];
    const at = (week: Date) => new Date(week.getTime() + 2 * dayMs);
    const old = await oldRuns(3, { at: at(dropped) });
    const open = [
      ...(await oldRuns(1, { at: at(running), status: 'running' })),
      ...(await oldRuns(2, { at: at(running) })),
    ];
    const ended = await oldRuns(2, { at: at(late) });
    const before = weekAhead(4);
    await sql().query('update executions set finished_at = $2 where id = $1', [ended[0], before]);
    const all = await partitions();

    expect(await deleteOldExecutions({ sql: sql(), before, rests: 0 })).toBeGreaterThanOrEqual(3);
    expect(await left(old)).toEqual({ runs: 0, steps: 0, events: 0 });
    expect(await left(open)).toEqual({ runs: 1, steps: 3, events: 3 });
    expect(await left(ended)).toEqual({ runs: 1, steps: 3, events: 3 });
    const name = (week: Date) => `_${week.toISOString().slice(0, 10).replaceAll('-', '')}`;
    const after = await partitions();
    expect(all.filter((one) => !after.includes(one))).toContain(name(dropped));
    expect(after).toEqual(expect.arrayContaining([name(running), name(late)]));
  });

  test('gets its partition later if a long transaction reads them, which other statements do not wait for', async () => {
    const reader = await sql().connect();
    const ahead = new Date(Date.now() + 35 * dayMs);
    await reader.query('begin');
    await reader.query('select count(*) from executions');
    expect(await createPartitions(sql(), ahead)).toBe(false);
    await reader.query('commit');
    reader.release();
    expect(await createPartitions(sql(), ahead)).toBe(true);
  });

  test('has its partition before it begins, created once by any number of processes', async () => {
    const ahead = new Date(Date.now() + 70 * dayMs);
    await Promise.all([1, 2, 3].map(() => createPartitions(sql(), ahead)));
    const names = await partitions();
    expect(new Set(names).size).toBe(names.length);
    const last = (await listPartitions(sql())).at(-1);
    expect(last?.until.getTime()).toBeGreaterThanOrEqual(ahead.getTime() + 28 * dayMs);
    expect(await left(await oldRuns(1, { at: new Date(ahead.getTime() + 27 * dayMs) }))).toMatchObject({ runs: 1 });
  });
});

describe('retention', () => {
  test('removes runs that ended long ago, of every workspace, with their steps and events; no others', async () => {
    const { workspaceId } = await app.seed.owner();
    const old = [...(await oldRuns(450)), ...(await oldRuns(3, { status: 'failed', workspaceId }))];
    const large = await oldRuns(1, { steps: 5_000 });
    const waiting = await oldRuns(5, { status: 'running' });
    const fresh = await trigger(app, owner, flowId, { triggerData: { seconds: 0.01 } });
    await reached(app, owner, fresh);
    const late = await oldRuns(1);
    await sql().query('update executions set finished_at = now() where id = any($1)', [late]);

    expect(await remove()).toBe(454);
    expect(await left([...old, ...large])).toEqual({ runs: 0, steps: 0, events: 0 });
    expect(await left([...waiting, ...late])).toEqual({ runs: 6, steps: 18, events: 18 });
    expect(await reached(app, owner, fresh)).toMatchObject({ status: 'completed' });
    expect(await remove()).toBe(0);
  });

  test('removes nothing where runs are kept for the longest time that can be set', async () => {
    const old = await oldRuns(1);
    expect(await deleteOldExecutions({ sql: sql(), before: daysAgo(36_500), rests: 0 })).toBe(0);
    expect(await left(old)).toMatchObject({ runs: 1 });
    await remove();
  });

  test('goes on beside runs that start and end, and keeps every one of these', async () => {
    const old = await oldRuns(600);
    const removing = remove(1);
    const started = await Promise.all(
      Array.from({ length: 60 }, () => trigger(app, owner, flowId, { triggerData: { seconds: 0.05 } })),
    );
    for (const id of started) expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
    expect(await removing).toBe(600);
    expect(await left(old)).toEqual({ runs: 0, steps: 0, events: 0 });
    const { steps, events } = await left(started);
    expect(steps).toBe(120);
    expect(events).toBeGreaterThanOrEqual(120);
  });

  test('leaves a subscriber with what is left behind his cursor, in order, without a gap', async () => {
    await sql().query('update event_log set kept_since = null');
    const first = await run();
    const before = await follow(ofExecution, first.id, null);
    expect(before.length).toBeGreaterThan(2);
    const old = await oldRuns(20);
    await remove();
    expect(await left(old)).toEqual({ runs: 0, steps: 0, events: 0 });

    const second = await run();
    const whole = await follow(ofExecution, second.id, null);
    const contents = (events: Event[]) => events.map(({ cursor: _cursor, ...event }) => event);
    for (const [index, { cursor }] of before.entries()) {
      const expected = contents([...before.slice(index + 1), ...whole]);
      expect(contents(await follow(ofWorkspace, second.id, cursor))).toEqual(expected);
    }
  });

  test('expires the cursors of events before those it may have removed', async () => {
    const first = await run();
    const before = await follow(ofExecution, first.id, null);
    await deleteOldExecutions({ sql: sql(), before: new Date(Date.now() + 1_000), rests: 0 });
    await expect(follow(ofWorkspace, first.id, before[0]?.cursor)).rejects.toThrow('CURSOR_EXPIRED');
  });
});
