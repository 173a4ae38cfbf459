import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTenant } from '../harness/client.js';
import { percentile, showLatency, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';

/** The numbers of events with which answers are measured; set others with BENCH_ROWS=10000,10000000. */
const sizes = (process.env.BENCH_ROWS ?? '10000,1000000').split(',').map(Number);
const asksOfEach = 60;

/** W10: usage and analytics of 90 days over REST, with more and more events and a fifth as many executions. */
export async function benchUsage(fixture: BenchFixture): Promise<string> {
  const database = await fixture.createDatabase('usage');
  const server = await fixture.startServer(fixture.builds[0] as (typeof fixture.builds)[number], database, {
    ROLE: 'all',
    RATE_LIMIT_PER_MINUTE: '0',
    QUOTA_EXECUTIONS_STARTED_PER_MINUTE: '1000000000',
    QUOTA_EXECUTIONS_QUEUED: '1000000000',
    RETENTION_DAYS: '36500',
  });
  const tenant = await createTenant(server.url);
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  const asks = {
    summary: 'usage/summary',
    'summary of 90 days': `usage/summary?from=${day(89)}&to=${day(0)}`,
    'events, first page': 'usage/events',
    'events, last page': 'usage/events?limit=100&page=LAST',
    'events of a type': 'usage/events?eventType=sms_sent&page=3',
    'overview, 90 days': 'analytics/overview?period=90d',
    'flows, 90 days': 'analytics/flows?period=90d',
    'dashboard, 90 days': 'analytics/dashboard?period=90d',
  };
  const rows: (string | number)[][] = [];
  let there = 0;
  for (const size of sizes) {
    await seed(sql, tenant.workspaceId, size - there);
    there = size;
    await settle(sql);
    fixture.note(`${size} events`);
    for (const [name, path] of Object.entries(asks)) {
      const times: number[] = [];
      const url = `${server.url}/workspaces/${tenant.workspaceId}/${path.replace('LAST', String(Math.ceil(size / 100)))}`;
      for (let ask = 0; ask < asksOfEach; ask++) {
        const began = performance.now();
        const answer = await fetch(url, { headers: { authorization: `Bearer ${tenant.apiKey}` } });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        if (ask >= 10) times.push(performance.now() - began);
      }
      rows.push([name, size, showLatency(times), percentile(times, 0.95)]);
    }
  }
  await sql.end();
  rows.sort(([a], [b]) => Object.keys(asks).indexOf(String(a)) - Object.keys(asks).indexOf(String(b)));
  return `W10 usage and analytics\n\n${table(['answer', 'events', 'p50/p99 ms', 'p95 ms'], rows)}`;
}

function day(back: number): string {
  return new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
}

/** Events of 90 days, nine of ten of them executions; for every fifth event an execution of one of 50 flows, for every hundredth a contact. */
async function seed(sql: pg.Client, workspaceId: string, rows: number): Promise<void> {
  for (let left = rows; left > 0; left -= 250_000) {
    const count = Math.min(left, 250_000);
    // Executions with the status running would be driven.
    await sql.query('begin');
    await sql.query(
      `insert into usage_events (workspace_id, id, account_id, event_type, app, country, source, quantity, unit, credits_micros, flow_id)
       select w.id, uuidv7(-(random() * interval '90 days')), w.account_id,
         case when g % 10 > 0 then 'flow_execution' else (array['sms_sent', 'email_sent', 'ai_call'])[1 + g / 10 % 3] end, 'x', null,
         'platform', 1, 'unit', case when g % 10 > 0 then 0 else 1000 end, null
       from workspaces w, generate_series(1, $2::int) g where w.id = $1`,
      [workspaceId, count],
    );
    await sql.query(
      `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
       select uuidv7(t.at - now()), $1, md5((g % 50)::text)::uuid, 'F', 1, 'webhook', t.at, t.at
       from generate_series(1, $2::int / 5) g, lateral (select now() - (random() + g * 0) * interval '90 days' as at) t`,
      [workspaceId, count],
    );
    await sql.query(
      `update executions set status = case when random() < 0.9 then 'completed' else 'failed' end,
         finished_at = started_at + random() * random() * interval '10 seconds'
       where workspace_id = $1 and status = 'running'`,
      [workspaceId],
    );
    await sql.query(
      `insert into contacts (workspace_id, id, status, source, tags, do_not_contact, custom_fields, created_at, updated_at)
       select $1, uuidv7(), (array['lead', 'qualified', 'customer', 'lost'])[1 + g % 4], 'web', '{}', false, '{}',
         now() - (random() + g * 0) * interval '90 days', now()
       from generate_series(1, $2::int / 100) g`,
      [workspaceId, count],
    );
    await sql.query('commit');
  }
}

/** Waits until the rollups are complete, and updates the statistics of Postgres. */
async function settle(sql: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await sql.query(
      'select exists (select from usage_deltas) or exists (select from analytics_deltas) as "left"',
    );
    if (!rows[0].left) break;
    await delay(500);
  }
  await sql.query('vacuum analyze');
}
