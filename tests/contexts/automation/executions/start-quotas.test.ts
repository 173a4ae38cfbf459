import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { quotaLimits, quotaRefusals, setLimits } from '../../../../src/contexts/accounts/quotas/index.js';
import { fireEvent, startQuota } from '../../../../src/contexts/automation/executions/index.js';
import { InFlightQuota } from '../../../../src/contexts/automation/executions/queue/in-flight-quota.js';
import { fireDueSchedules } from '../../../../src/contexts/automation/schedules/fire-due-schedules.js';
import type { AnyData, Occurrence } from '../../../../src/platform/events/index.js';
import { createLog } from '../../../../src/platform/log.js';
import { newId } from '../../../../src/platform/new-id.js';
import type { QuotaName } from '../../../../src/platform/quota-names.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { publicEvent } from '../../../support/public-event.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
/** Requests that are answered when a test says so. */
const held: ServerResponse[] = [];
const server = createServer((_request, response) => void held.push(response));
let url: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const response of held) response.end('{}');
  await app.stop();
  server.close();
});

async function limited(quotas: Partial<Record<QuotaName, number>>): Promise<Owner> {
  const owner = await app.seed.owner();
  await setLimits(app.services.db.pool, owner.workspaceId, { quotas });
  await app.services.get(quotaLimits).refresh();
  return owner;
}

const start = () => node('start', 'trigger.manual');
const quiet = () => graph([start(), node('set', 'data.set', { assignments: [{ name: 'a', value: 1 }] })], 'start>set');
const onContact = () =>
  graph(
    [node('start', 'trigger.crmEvent', { eventType: 'contact.created' }), node('wait', 'logic.delay', { seconds: 60 })],
    'start>wait',
  );

const fire = ({ workspaceId }: Owner, more: Pick<Occurrence<AnyData>, 'causedBy'> = {}) =>
  publicEvent('contact.created', { workspaceId, data: { id: 'c1' }, ...more });

async function executionsOf(owner: Owner) {
  const { rows } = await app.services.db.pool.query(
    `select e.id, e.status, e.root_id as "rootId", e.parent_execution_id as parent, case
       when c.execution_id is null then 'done' when c.worker_id is not null then 'active'
       when c.ready_at is not null or c.awaits_slot or c.fence = 0 then 'queued' else 'waiting' end as phase
     from executions e left join execution_claims c on c.workspace_id = e.workspace_id and c.execution_id = e.id
     where e.workspace_id = $1 order by e.id`,
    [owner.workspaceId],
  );
  return rows as { id: string; status: string; phase: string; rootId: string | null; parent: string | null }[];
}

async function refusalsOf(owner: Owner) {
  await app.services.get(quotaRefusals).flush();
  const { rows } = await app.services.db.pool.query(
    'select name, refused::integer from quota_refusals where workspace_id = $1',
    [owner.workspaceId],
  );
  return rows;
}

describe('executions that nobody could be told of', () => {
  test('are queued until a minute has room, where an event starts more than the limit', async () => {
    const owner = await limited({ executionsStartedPerMinute: 2 });
    await app.seed.flow(owner, onContact());
    for (let index = 0; index < 4; index++)
      await app.services.db
        .within(owner.workspaceId)
        .transaction((sql) => fireEvent(sql, fire(owner), app.services.get(startQuota)));
    await waitFor(async () => (await executionsOf(owner)).filter(({ phase }) => phase === 'waiting').length === 2);
    const { rows } = await app.services.db.pool.query(
      `select round(extract(epoch from due_at - now()) / 30)::integer as "halfMinutes" from execution_claims
       where workspace_id = $1 and fence = 0 order by due_at`,
      [owner.workspaceId],
    );
    expect((await executionsOf(owner)).map(({ phase }) => phase)).toEqual(['waiting', 'waiting', 'queued', 'queued']);
    expect(rows.map(({ halfMinutes }) => halfMinutes)).toEqual([1, 2]);
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/quotas`, { as: owner.token });
    expect(body.data).toContainEqual(expect.objectContaining({ name: 'executionsQueued', used: 2 }));
  });

  test('are counted and left out while too many are queued; the change is kept', async () => {
    const owner = await limited({ executionsQueued: 1, executionsInFlight: 1 });
    const request = node('ask', 'http.request', { method: 'GET', url });
    const busy = await app.seed.flow(owner, graph([start(), request], 'start>ask'));
    await app.seed.flow(owner, onContact());
    const before = held.length;
    const running = await trigger(app, owner, busy.id);
    await waitFor(() => held.length > before);
    const created = () =>
      app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, { as: owner.token, body: { name: 'Ada' } });
    expect([(await created()).status, (await created()).status]).toEqual([201, 201]);
    expect((await executionsOf(owner)).map(({ phase }) => phase)).toEqual(['active', 'queued']);
    expect(await refusalsOf(owner)).toEqual([{ name: 'executionsQueued', refused: 1 }]);
    held.at(-1)?.end('{}');
    await reached(app, owner, running);
    // The quota of executions in flight has room again.
    await waitFor(async () => (await executionsOf(owner)).at(-1)?.phase === 'waiting');
  });

  test('are skipped where a schedule is due while too many are queued', async () => {
    const owner = await limited({ executionsQueued: 1 });
    await app.seed.flow(owner, graph([node('start', 'trigger.schedule', { cron: '0 9 * * *' })]));
    await app.services.db.pool.query(
      'insert into execution_claims (workspace_id, execution_id, flow_id, awaits_slot) values ($1, $2, $2, true)',
      [owner.workspaceId, newId()],
    );
    await app.services.db.pool.query(
      `update flow_triggers set due_at = now() - interval '1 second' where workspace_id = $1`,
      [owner.workspaceId],
    );
    await fireDueSchedules(app.services);
    await waitFor(async () => (await refusalsOf(owner)).length > 0);
    expect(await refusalsOf(owner)).toEqual([{ name: 'executionsQueued', refused: 1 }]);
    expect(await executionsOf(owner)).toEqual([]);
  });
});

describe('the descendants of an execution', () => {
  const loop = (flowId: string, items: number[]) =>
    graph(
      [
        start(),
        node('loop', 'logic.loop', { items }),
        node('call', 'flow.call', { flowId, wait: false, onError: 'continue' }),
      ],
      'start>loop',
      'loop:item>call',
    );

  test('are counted with all levels, and calls beyond the quota fail', async () => {
    const owner = await limited({ descendantsOfRoot: 4 });
    const leaf = await app.seed.flow(owner, quiet());
    const middle = await app.seed.flow(
      owner,
      graph([start(), node('call', 'flow.call', { flowId: leaf.id })], 'start>call'),
    );
    const root = await app.seed.flow(
      owner,
      graph(
        [start(), ...['a', 'b', 'c'].map((id) => node(id, 'flow.call', { flowId: middle.id }))],
        'start>a',
        'a:out>b',
        'b:out>c',
      ),
    );
    const ended = await reached(app, owner, await trigger(app, owner, root.id));
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'QUOTA_EXCEEDED', nodeId: 'c' } });
    expect(ended.error?.message).toMatch(/at most 4 others.*descendantsOfRoot/);
    const [first, ...others] = await executionsOf(owner);
    expect(first?.rootId).toBeNull();
    expect(others.map(({ rootId }) => rootId)).toEqual(Array(4).fill(first?.id));
    expect(await refusalsOf(owner)).toEqual([{ name: 'descendantsOfRoot', refused: 1 }]);
  });

  test('end a loop of calls at the quota', async () => {
    const owner = await limited({ descendantsOfRoot: 3 });
    const leaf = await app.seed.flow(owner, quiet());
    const root = await app.seed.flow(owner, loop(leaf.id, [1, 2, 3, 4, 5]));
    await reached(app, owner, await trigger(app, owner, root.id));
    expect(await executionsOf(owner)).toHaveLength(4);
  });

  test('include those that its events start; the step logs those beyond the quota', async () => {
    const owner = await limited({ descendantsOfRoot: 1 });
    await app.seed.flow(owner, onContact());
    const create = (id: string) => node(id, 'crm.upsertContact', { email: `${id}@example.com` });
    const root = await app.seed.flow(owner, graph([start(), create('a'), create('b')], 'start>a', 'a:created>b'));
    const ended = await reached(app, owner, await trigger(app, owner, root.id));
    expect(ended.status).toBe('completed');
    const logs = ended.steps.flatMap(({ nodeId, logs }) => logs.map(({ message }) => `${nodeId} ${message}`));
    expect(logs).toEqual([expect.stringMatching(/^b QUOTA_EXCEEDED: contact\.created did not start the flow/)]);
    expect((await executionsOf(owner)).map(({ rootId }) => rootId)).toEqual([null, ended.id]);
  });

  test('are counted while another transaction that counts for the same root stays open', async () => {
    const owner = await limited({});
    await app.seed.flow(owner, onContact());
    const root = await app.seed.flow(owner, quiet());
    const { id } = await reached(app, owner, await trigger(app, owner, root.id));
    const causedBy = { executionId: id, flowId: root.id, stepId: newId(), chain: [root.id] };
    const within = app.services.db.within(owner.workspaceId);
    const quota = app.services.get(startQuota);
    await within.transaction(async (first) => {
      await fireEvent(first, fire(owner, { causedBy }), quota);
      await within.transaction((second) => fireEvent(second, fire(owner, { causedBy }), quota));
    });
    const { rows } = await app.services.db.pool.query(
      'select sum(started)::integer as started from execution_descendants where workspace_id = $1 and root_id = $2',
      [owner.workspaceId, id],
    );
    expect(rows).toEqual([{ started: 2 }]);
  });
});

describe('executions in flight', () => {
  test('of a workspace are at most its quota; the others are queued until one ends', async () => {
    const owner = await limited({ executionsInFlight: 2 });
    const request = node('ask', 'http.request', { method: 'GET', url });
    const { id } = await app.seed.flow(owner, graph([start(), request], 'start>ask'));
    const from = held.length;
    const runs: string[] = [];
    for (let index = 0; index < 4; index++) runs.push(await trigger(app, owner, id));
    for (let answered = from; answered < from + runs.length; answered++) {
      await waitFor(() => held.length > answered);
      expect((await executionsOf(owner)).filter(({ phase }) => phase === 'active').length).toBeLessThanOrEqual(2);
      held[answered]?.end('{}');
    }
    for (const run of runs) expect((await reached(app, owner, run)).status).toBe('completed');
  });

  test('of a backlog are at most the quota, too', async () => {
    const owner = await limited({ executionsInFlight: 1 });
    const trigger = node('start', 'trigger.crmEvent', { eventType: 'contact.created' });
    const request = node('ask', 'http.request', { method: 'GET', url });
    for (let index = 0; index < 3; index++) await app.seed.flow(owner, graph([trigger, request], 'start>ask'));
    const from = held.length;
    await app.services.db
      .within(owner.workspaceId)
      .transaction((sql) => fireEvent(sql, fire(owner), app.services.get(startQuota)));
    for (let answered = from; answered < from + 3; answered++) {
      await waitFor(() => held.length > answered);
      const active = (await executionsOf(owner)).filter(({ phase }) => phase === 'active');
      expect(active).toHaveLength(1);
      held[answered]?.end('{}');
    }
    await waitFor(async () => (await executionsOf(owner)).every(({ status }) => status === 'completed'));
  });

  test('are divided among the live workers', async () => {
    const { pool } = app.services.db;
    const own = (await pool.query<{ id: string }>('select id from workers')).rows[0]?.id as string;
    const [second, third] = ['ffffffff-0000-7000-8000-000000000001', 'ffffffff-0000-7000-8000-000000000002'];
    const held = new Map([['busy', 2]]);
    const quotaOf = (workerId: string) =>
      new InFlightQuota({
        sql: pool,
        log: createLog({ level: 'fatal' }),
        workerId,
        limits: { limit: () => 5 },
        held: (workspaceId) => held.get(workspaceId) ?? 0,
      });
    const roomsOf = async (...ids: string[]) => {
      const quotas = ids.map(quotaOf);
      for (const quota of quotas) await quota.refresh();
      return quotas.map((quota) => [quota.room('idle'), quota.room('busy')]);
    };
    expect(await roomsOf(own)).toEqual([[5, 3]]);
    const lease = `insert into workers (id, lease_until) values ($1, now() + $2::interval)`;
    await pool.query(lease, [second, '1 hour']);
    expect(await roomsOf(own, second)).toEqual([
      [3, 1],
      [2, 0],
    ]);
    await pool.query(lease, [third, '1 hour']);
    expect((await roomsOf(own, second, third)).map(([idle]) => idle)).toEqual([2, 2, 1]);
    await pool.query('delete from workers where id = any($1)', [[second, third]]);
  });
});
