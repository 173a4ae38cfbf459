import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rollUpUsage } from '../../../../src/contexts/billing/usage/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
/** A second workspace of the same account. */
let second: string;

const hours = 24 * 5;

/** Events of five days in two workspaces, most of them executions; some hours have none. */
async function seed(times: number): Promise<void> {
  await app.services.db.pool.query(
    `insert into usage_events (workspace_id, id, account_id, event_type, app, source, quantity, unit, credits_micros)
     select w.id, uuidv7(-make_interval(secs => floor(random() * $2 / 7) * 7 * 3600 + random() * 3600)), w.account_id,
       (array['sms_sent', 'ai_call', 'flow_execution', 'flow_execution'])[1 + g % 4], 'x', kind.source, 1, 'unit',
       case kind.source when 'platform' then g else 0 end
     from generate_series(1, $1::integer) g, lateral (select case when g % 3 = 0 then 'byok' else 'platform' end as source) kind,
       workspaces w where w.id = case when g % 10 < 8 then $3 else $4 end::uuid`,
    [times, hours, owner.workspaceId, second],
  );
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const made = await app.rest('POST /workspaces', { as: owner.token, body: { name: 'Second' } });
  second = (made.body.data as { id: string }).id;
  await seed(1_500);
  await rollUpUsage(app.services.db);
  await seed(1_500);
  await rollUpUsage(app.services.db);
  // Deltas that are not rolled up yet count as well.
  await seed(1_000);
});

afterAll(() => app.stop());

const get = async (path: string) =>
  (await app.rest(`GET /workspaces/${owner.workspaceId}/usage/${path}`, { as: owner.token })).body;
const sql = async (text: string, values: unknown[]) => (await app.services.db.pool.query(text, values)).rows;

test('sums and pages equal those of counting the events, for any range, type, order and offset', async () => {
  const now = Date.now();
  const moment = fc.integer({ min: -(hours + 10) * 3_600_000, max: 3_600_000 }).map((ms) => now + ms);
  const query = fc.record({
    times: fc.tuple(moment, moment).map((pair) => pair.sort((left, right) => left - right)),
    eventType: fc.constantFrom('', 'sms_sent', 'flow_execution', 'email_sent'),
    source: fc.constantFrom('', 'byok'),
    scope: fc.constantFrom('account', 'workspace'),
    sortOrder: fc.constantFrom('asc', 'desc'),
    page: fc.double({ min: 0, max: 1.1, noNaN: true }),
  });
  const limit = 50;
  const property = fc.asyncProperty(
    query,
    async ({ times: [from = 0, to = 0], eventType, source, scope, sortOrder, page }) => {
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), scope };
      const place =
        scope === 'account' ? 'account_id = (select account_id from workspaces where id = $1)' : 'workspace_id = $1';
      const values = [owner.workspaceId, range.from, range.to];
      const within = `${place} and created_at >= $2 and created_at <= $3`;
      const kind = `${within} and ($4 = '' or event_type = $4) and ($5 = '' or source = $5)`;
      const [counted] = await sql(`select count(*)::integer as n from usage_events where ${kind}`, [
        ...values,
        eventType,
        source,
      ]);
      const at = 1 + Math.floor((page * counted.n) / limit);
      const rows = await sql(
        `select id from usage_events where ${kind} order by id ${sortOrder} limit ${limit} offset ${(at - 1) * limit}`,
        [...values, eventType, source],
      );
      const query = new URLSearchParams({
        ...range,
        eventType,
        source,
        sortOrder,
        limit: String(limit),
        page: String(at),
      });
      const { data, pagination } = await get(`events?${query}`);
      expect(pagination.total).toBe(counted.n);
      expect((data as { id: string }[]).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));

      const { data: summary } = await get(`summary?${new URLSearchParams(range)}`);
      const [totals] = await sql(
        `select count(*)::integer as events, (coalesce(sum(credits_micros), 0) / 1e6)::numeric(20, 6)::text as credits
       from usage_events where ${within}`,
        values,
      );
      const daily = await sql(
        `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, (sum(credits_micros) / 1e6)::numeric(20, 6)::text as credits
       from usage_events where ${within} group by 1 having sum(credits_micros) > 0 order by 1`,
        values,
      );
      const reported = summary as { totals: object; daily: { credits: string }[] };
      expect(reported.totals).toMatchObject(totals);
      expect(reported.daily.filter(({ credits }) => credits !== '0.000000')).toEqual(daily);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

test('days are the sums of their hours, whatever was rolled up and in how many batches', async () => {
  const days = (table: string, column: string) =>
    sql(
      `select date_trunc('day', ${column}, 'UTC') as day, workspace_id, event_type, source, sum(events)::integer as events,
         sum(credits_micros)::text as credits from ${table} group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      [],
    );
  while ((await rollUpUsage(app.services.db)) > 0);
  const found = await days('usage_days', 'day');
  expect(found).toEqual(await days('usage_hours', 'hour'));
  expect(found.length).toBeGreaterThan(10);
});
