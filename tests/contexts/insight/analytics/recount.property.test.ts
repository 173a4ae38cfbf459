import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countRowsSql, rollUpAnalytics } from '../../../../src/contexts/insight/analytics/index.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { createWorkspaceDatabase, type WorkspaceDatabase } from '../../../support/workspace-database.js';

let database: WorkspaceDatabase;
let db: Database;

beforeAll(async () => {
  database = await createWorkspaceDatabase();
  ({ db } = database);
});

afterAll(() => database.drop());

/** The reported counts: days with their deltas. */
const reported = `select metric, day::text, dim, sum(n)::integer as n, sum(total)::float8 as total from (
    select metric, day, dim, n, total from analytics_days where workspace_id = $1
    union all
    select m.metric, (d.at at time zone w.timezone)::date, m.dim, d.n, d.total
    from analytics_deltas d join workspaces w on w.id = $1 cross join lateral unnest(d.metrics, d.dims) as m(metric, dim)
    where d.workspace_id = $1 and m.dim is not null
  ) c group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`;
const recounted = `select m.metric, (c.at at time zone w.timezone)::date::text as day, m.dim, sum(c.n)::integer as n, sum(c.total)::float8 as total
  from (${countRowsSql}) c join workspaces w on w.id = $1 cross join lateral unnest(c.metrics, c.dims) as m(metric, dim)
  where m.dim is not null group by 1, 2, 3 order by 1, 2, 3`;

/** Weeks as stored, and as the sums of their days. */
const weeks = `select metric, week::text, dim, n::integer, total::float8 from analytics_weeks
  where workspace_id = $1 and (n <> 0 or total <> 0) order by 1, 2, 3`;
const weeksOfDays = `select metric, date_trunc('week', day)::date::text as week, dim, sum(n)::integer as n, sum(total)::float8 as total
  from analytics_days where workspace_id = $1 group by 1, 2, 3 having sum(n) <> 0 or sum(total) <> 0 order by 1, 2, 3`;

const read = async (text: string, workspaceId: string) => (await db.pool.query(text, [workspaceId])).rows;

/** Possible changes of a workspace; `$2` picks a row and `$3` a time of the last two days. */
const changes = {
  contact: `insert into contacts (workspace_id, id, status, source, tags, do_not_contact, custom_fields, created_at, updated_at)
    values ($1, gen_random_uuid(), (array['lead','qualified','customer'])[1 + $2 % 3], nullif((array['','web','fair'])[1 + $2 % 3], ''),
      '{}', false, '{}', now() - make_interval(mins => $3), now())`,
  promoteContact: `update contacts set status = 'customer' where workspace_id = $1 and id = (
    select id from contacts where workspace_id = $1 order by id offset $2::integer % 5 + $3::integer * 0 limit 1)`,
  dropContact: `delete from contacts where workspace_id = $1 and id = (
    select id from contacts where workspace_id = $1 order by id offset $2::integer % 5 + $3::integer * 0 limit 1)`,
  conversation: `insert into conversations (workspace_id, id, contact_id, channel, status, agent_id, created_at, updated_at)
    select $1, gen_random_uuid(), c.id, (array['sms','email'])[1 + $2 % 2], 'open',
      (select id from agents where workspace_id = $1 and $2 % 2 = 0 limit 1), now() - make_interval(mins => $3), now()
    from contacts c where c.workspace_id = $1 order by c.id limit 1`,
  resolve: `update conversations set status = 'resolved', resolved_at = created_at + make_interval(mins => $2) where workspace_id = $1
    and id = (select id from conversations where workspace_id = $1 order by id offset $2::integer % 4 + $3::integer * 0 limit 1)`,
  message: `insert into messages (workspace_id, id, conversation_id, direction, author, body, status, created_at, updated_at)
    select $1, gen_random_uuid(), c.id, (array['inbound','outbound'])[1 + $2 % 2], 'member', 'x', 'sent', now() - make_interval(mins => $3), now()
    from conversations c where c.workspace_id = $1 order by c.id limit 2`,
  runs: `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, trigger_node_id, started_at, created_at)
    select gen_random_uuid(), $1, md5(($2 % 3)::text)::uuid, 'F', 1, (array['manual','ai_tool','simulation'])[1 + g % 3],
      (array['a','b',null])[1 + g % 3], at, at
    from generate_series(1, 1 + $2 % 7) g, (select now() - make_interval(mins => $3) as at) t`,
  replaceRuns: `update executions set trigger = 'webhook', trigger_node_id = (array['a','c',null])[1 + $2 % 3]
    where workspace_id = $1 and status = 'running' and trigger <> 'simulation' and $3 >= 0
      and id = (select id from executions where workspace_id = $1 and status = 'running' order by id limit 1)`,
  endRuns: `update executions set status = (array['completed','failed','cancelled'])[1 + $2 % 3], finished_at = started_at + make_interval(secs => $3)
    where workspace_id = $1 and status = 'running' and id in (select id from executions where workspace_id = $1 and status = 'running' limit 3)`,
  sms: `insert into outbox_messages (workspace_id, id, execution_id, node_id, idempotency_key, channel, recipient, body, source, status, error, created_at)
    values ($1, gen_random_uuid(), gen_random_uuid(), 'n', gen_random_uuid()::text, (array['sms','email'])[1 + $3 % 2], 'x', 'x', 'platform',
      case when $2 % 3 = 0 then 'failed' else 'sent' end, case when $2 % 3 = 0 then '{"code":"X"}'::json end, now() - make_interval(mins => $3))`,
  resend: `update outbox_messages set status = 'sent', error = null where workspace_id = $1 and status = 'failed' and $2::integer + $3::integer >= 0`,
  receiveState: `update outbox_messages set status = (array['delivered','failed'])[1 + $2 % 2], error = case when $2 % 2 = 1 then '{"code":"Y"}'::json end
    where workspace_id = $1 and status = 'sent' and id = (select id from outbox_messages where workspace_id = $1 and status = 'sent'
      order by id offset $2::integer % 4 + $3::integer * 0 limit 1)`,
  receiveEarly: `insert into early_message_states (workspace_id, message_id, status, error)
    select $1::uuid, 'm' || $2::integer % 3, (array['delivered','failed'])[1 + $3 % 2], case when $3 % 2 = 1 then '{"code":"Z"}'::json end
    on conflict do nothing`,
  lateSms: `insert into outbox_messages (workspace_id, id, idempotency_key, channel, recipient, body, source, status, message_id, created_at)
    values ($1, gen_random_uuid(), gen_random_uuid()::text, 'sms', 'x', 'x', 'platform', 'sent', 'm' || $2::integer % 3,
      now() - make_interval(mins => $3))`,
  zone: `update workspaces set timezone = (array['UTC','Asia/Kathmandu','America/New_York','Pacific/Kiritimati'])[1 + $2 % 4]
    where id = $1 and $3 >= 0`,
};

/** The statements of a rollup that does not commit. */
const halfRollup = 'delete from analytics_deltas; delete from analytics_days';

describe('analytics', () => {
  test('equal a recount after any changes in any order, rolled up or not, in any time zone', async () => {
    const step = fc.record({
      what: fc.constantFrom<keyof typeof changes | 'fold' | 'die'>(
        ...(Object.keys(changes) as (keyof typeof changes)[]),
        ...(['fold', 'fold', 'die'] as const),
      ),
      pick: fc.nat(60),
      minutes: fc.nat(2_880),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const workspaceId = await database.workspace();
      await db.pool.query(
        `insert into agents (workspace_id, id, name, tools, is_active, created_at, updated_at) values ($1, $2, 'A', '{}', true, now(), now())`,
        [workspaceId, randomUUID()],
      );
      let zoneChanged = false;
      for (const { what, pick, minutes } of steps) {
        if (what === 'die') await database.dieWithin(halfRollup);
        else if (what === 'fold') while ((await rollUpAnalytics(db)) > 0) zoneChanged = false;
        else await db.pool.query(changes[what], [workspaceId, pick, minutes]);
        if (what === 'zone') zoneChanged = true;
        expect(await read(weeks, workspaceId)).toEqual(await read(weeksOfDays, workspaceId));
        // Days begin at another time only after a recount.
        if (!zoneChanged) expect(await read(reported, workspaceId)).toEqual(await read(recounted, workspaceId));
      }
      while ((await rollUpAnalytics(db)) > 0);
      const counts = await read(
        'select metric, day::text, dim, n::integer, total::float8 from analytics_days where workspace_id = $1 and n <> 0 order by metric, day, dim',
        workspaceId,
      );
      expect(counts).toEqual(await read(recounted, workspaceId));
      expect(await read(weeks, workspaceId)).toEqual(await read(weeksOfDays, workspaceId));
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test('keep the counts of executions deleted by retention, also when the time zone changes', async () => {
    const workspaceId = await database.workspace();
    await db.pool.query(changes.runs, [workspaceId, 6, 2_000]);
    await db.pool.query(changes.endRuns, [workspaceId, 0, 10]);
    while ((await rollUpAnalytics(db)) > 0);
    const before = await read(reported, workspaceId);
    await db.pool.query('delete from executions where workspace_id = $1', [workspaceId]);
    await db.pool.query(changes.zone, [workspaceId, 1, 0]);
    while ((await rollUpAnalytics(db)) > 0);
    expect(await read(reported, workspaceId)).toEqual(before);
  });

  test('are deleted with their workspace', async () => {
    const workspaceId = await database.workspace();
    await db.pool.query(changes.contact, [workspaceId, 1, 1]);
    await rollUpAnalytics(db);
    await db.pool.query(changes.contact, [workspaceId, 1, 1]);
    await db.pool.query('delete from workspaces where id = $1', [workspaceId]);
    while ((await rollUpAnalytics(db)) > 0);
    expect(
      await read(
        `select 1 from analytics_days where workspace_id = $1 union all select 1 from analytics_deltas where workspace_id = $1
         union all select 1 from analytics_weeks where workspace_id = $1`,
        workspaceId,
      ),
    ).toEqual([]);
  });
});
