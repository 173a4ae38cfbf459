import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { newExecution, startExecutions } from '../../../../src/contexts/automation/executions/index.js';
import { type ReadyQueue, watchReady } from '../../../../src/contexts/automation/executions/queue/watch-ready.js';
import {
  claimReadySql,
  queueDueSql,
} from '../../../../src/contexts/automation/executions/store/claim-executions.sql.js';
import { createListener } from '../../../../src/platform/database/listener.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

const pool = () => app.services.db.pool;

beforeEach(async () => {
  await pool().query('delete from execution_claims');
});

async function workspaces(count: number): Promise<string[]> {
  const owners = [];
  for (let one = 0; one < count; one++) owners.push((await app.seed.owner()).workspaceId);
  return owners.sort();
}

/** Queues executions of a workspace. */
async function enqueue(workspaceId: string, count: number, { maxConcurrent = 1_000 } = {}): Promise<string[]> {
  const flow = { id: uuidv7(), name: 'Flow', version: 1, settings: { maxConcurrent } };
  const run = () => newExecution({ workspaceId, flow, trigger: 'manual', startNodeId: null, triggerData: {} });
  const runs = Array.from({ length: count }, run);
  await startExecutions(pool(), runs);
  return runs.map(({ id }) => id);
}

interface Look {
  claimed: { id: string; workspaceId: string; fence: number }[];
  behind: string[];
  last: string | null;
  dueInMs: number | null;
}

const nil = '00000000-0000-0000-0000-000000000000';

/** One look of a worker. @param rooms free slots by workspace; `others` of any other one */
async function look(most: number, { rooms = {}, others = most, after = nil } = {}): Promise<Look> {
  const values = [uuidv7(), most, Object.keys(rooms), Object.values(rooms), others, after];
  const { rows } = await pool().query(claimReadySql, values);
  const { behind, last, dueInMs } = rows.at(-1);
  return { claimed: rows.slice(0, -1).map(({ run }) => run), behind: behind ?? [], last, dueInMs };
}

const countsOf = ({ claimed }: Look, ids: string[]) =>
  ids.map((id) => claimed.filter(({ workspaceId }) => workspaceId === id).length);

describe('claims of ready executions', () => {
  test('go round the workspaces, however long the backlog of one is', async () => {
    const [large = '', small = '', late = ''] = await workspaces(3);
    const first = await enqueue(large, 60);
    await enqueue(small, 2);
    await enqueue(late, 1);
    const seen = await look(6);
    expect(countsOf(seen, [large, small, late])).toEqual([3, 2, 1]);
    expect(seen.behind).toEqual([large]);
    const ofLarge = seen.claimed.filter(({ workspaceId }) => workspaceId === large);
    expect(ofLarge.map(({ id }) => id).sort()).toEqual(first.slice(0, 3));
  });

  test('begin behind the workspace that was served last', async () => {
    const ids = await workspaces(4);
    for (const id of ids) await enqueue(id, 5);
    const served: (string | null)[] = [];
    let after = nil;
    for (let round = 0; round < 8; round++) {
      const { claimed, last } = await look(1, { after });
      served.push(claimed[0]?.workspaceId ?? null);
      after = last ?? nil;
    }
    expect(served).toEqual([...ids, ...ids]);
  });

  test('take of a workspace no more than it has free slots, and leave the rest to other workers', async () => {
    const [full = '', busy = '', free = ''] = await workspaces(3);
    for (const id of [full, busy, free]) await enqueue(id, 5);
    const seen = await look(10, { rooms: { [full]: 0, [busy]: 2 }, others: 4 });
    expect(countsOf(seen, [full, busy, free])).toEqual([0, 2, 4]);
    expect([...seen.behind].sort()).toEqual([full, busy, free].sort());
    expect(countsOf(await look(10), [full, busy, free])).toEqual([5, 3, 1]);
  });

  test('give each execution to one of several workers', async () => {
    const [one = '', other = ''] = await workspaces(2);
    const ids = [...(await enqueue(one, 30)), ...(await enqueue(other, 30))];
    const claimed: string[] = [];
    for (let round = 0; round < 20 && claimed.length < 60; round++) {
      const looks = await Promise.all([look(5), look(5), look(5), look(5)]);
      for (const seen of looks) claimed.push(...seen.claimed.map(({ id }) => id));
    }
    expect(claimed.toSorted()).toEqual(ids.toSorted());
  });

  test('find a waiting execution when its time has come', async () => {
    const [workspaceId = ''] = await workspaces(1);
    const [early = '', late = ''] = await enqueue(workspaceId, 2);
    const wait = (id: string, seconds: number) =>
      pool().query(
        'update execution_claims set ready_at = null, due_at = now() + make_interval(secs => $2) where execution_id = $1',
        [id, seconds],
      );
    await wait(early, -1);
    await wait(late, 3_600);
    const before = await look(10);
    expect(before.claimed).toEqual([]);
    expect(before.dueInMs).toBeLessThanOrEqual(0);
    await pool().query(queueDueSql, [10]);
    const after = await look(10);
    expect(after.claimed.map(({ id }) => id)).toEqual([early]);
    expect(after.dueInMs).toBeGreaterThan(3_000_000);
  });

  test('read as many rows for a backlog of one hundred as for one of ten', async () => {
    const [large = '', small = ''] = await workspaces(2);
    const read = async () => {
      await pool().query('analyze execution_claims');
      const { rows } = await pool().query(
        `explain (analyze, format json, buffers off, timing off) ${claimReadySql
          .replaceAll('$1::uuid', `'${uuidv7()}'::uuid`)
          .replaceAll('$2::integer', '4')
          .replaceAll('$3::uuid[]', `'{}'::uuid[]`)
          .replaceAll('$4::integer[]', `'{}'::integer[]`)
          .replaceAll('$5::integer', '4')
          .replaceAll('$6::uuid', `'${nil}'::uuid`)}`,
      );
      return offeredRows(rows[0]['QUERY PLAN'][0].Plan);
    };
    await enqueue(small, 2);
    await enqueue(large, 10);
    const few = await read();
    await enqueue(large, 100);
    expect(await read()).toBeLessThanOrEqual(few + 4);
  });
});

describe('a worker that looks for ready executions', () => {
  /** Looks until this many executions are claimed. @param amid called with each one, and before the first one */
  async function claims(count: number, runs: number, amid: (queue: ReadyQueue) => void): Promise<string[]> {
    const claimed: string[] = [];
    const { db, log } = app.services;
    const listener = createListener(app.database.url, log);
    const queue = watchReady({
      db,
      log,
      listener,
      workerId: uuidv7(),
      room: () => ({ runs, of: new Map(), others: runs }),
      drive: ({ id }) => void claimed.push(id),
    });
    const amidst = setInterval(() => amid(queue), 50);
    await waitFor(() => claimed.length >= count).finally(() => clearInterval(amidst));
    await queue.stop();
    await listener.close();
    return claimed;
  }

  test('queues those that are due, however many others begin to wait meanwhile', async () => {
    const [workspaceId = ''] = await workspaces(1);
    const [id = ''] = await enqueue(workspaceId, 1);
    await pool().query(`update execution_claims set ready_at = null, due_at = now() + interval '0.4 seconds'`);
    expect(await claims(1, 10, (queue) => queue.dueAt(new Date(Date.now() + 900)))).toEqual([id]);
  });

  test('goes on at once behind those that have to wait in line', async () => {
    const [workspaceId = ''] = await workspaces(1);
    await enqueue(workspaceId, 60, { maxConcurrent: 0 });
    const [last = ''] = await enqueue(workspaceId, 1);
    expect(await claims(1, 2, () => undefined)).toEqual([last]);
  });
});

interface Plan {
  'Node Type': string;
  'Subplan Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Rows that the CTE of offered executions read from the table. */
function offeredRows(plan: Plan, inside = false): number {
  const within = inside || plan['Subplan Name'] === 'CTE offered';
  const own = within && plan['Node Type'].includes('Scan') ? plan['Actual Rows'] * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, inner) => sum + offeredRows(inner, within), 0);
}
