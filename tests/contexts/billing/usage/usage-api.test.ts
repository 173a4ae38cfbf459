import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { credits, rollUpUsage } from '../../../../src/contexts/billing/usage/index.js';
import { meterNames, meterOf } from '../../../../src/platform/metering/meters.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
/** A second workspace of the same account. */
let second: string;
let guest: Owner;
let folding: NodeJS.Timeout;

/** Events on 3 days: five SMS of 2 credits a day in each workspace, and one byok email on the first day. */
async function seedEvents(workspaceId: string): Promise<void> {
  await app.services.db.pool.query(
    `insert into usage_events (workspace_id, id, account_id, event_type, app, country, source, quantity, unit, credits_micros,
       flow_id, execution_id)
     select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
         || '8' || substr(md5(random()::text), 1, 15))::uuid, w.account_id, type, 'x', 'ES', source, 2, 'segment', micros, null, null
     from workspaces w, (
       select '2026-03-01T10:00:00Z'::timestamptz + make_interval(days => d, mins => m) as at, 'sms_sent' as type,
         'platform' as source, 2000000 as micros from generate_series(0, 2) d, generate_series(0, 200, 50) m
       union all select '2026-03-01T23:59:59.999Z', 'email_sent', 'byok', 0
     ) e where w.id = $1`,
    [workspaceId],
  );
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  guest = await app.seed.owner();
  const made = await app.rest('POST /workspaces', { as: owner.token, body: { name: 'Second' } });
  second = (made.body.data as { id: string }).id;
  await seedEvents(owner.workspaceId);
  await rollUpUsage(app.services.db);
  await seedEvents(second);
  // Results do not depend on whether deltas are rolled up.
  folding = setInterval(() => void rollUpUsage(app.services.db).catch(() => undefined), 20);
  const invited = await app.rest(`POST /workspaces/${owner.workspaceId}/members`, {
    as: owner.token,
    body: { email: guest.email, role: 'VIEWER' },
  });
  const { inviteToken } = invited.body.data as { inviteToken: string };
  await app.rest('POST /auth/accept-invite', { as: guest.token, body: { token: inviteToken } });
});

afterAll(async () => {
  clearInterval(folding);
  await app.stop();
});

const get = (path: string, as = owner.token, workspaceId = owner.workspaceId) =>
  app.rest(`GET /workspaces/${workspaceId}/usage${path}`, { as });
const march = 'from=2026-03-01&to=2026-03-03';

describe('the summary of usage', () => {
  test('adds up all workspaces of the account for its owner, by day', async () => {
    const { body, status } = await get(`/summary?${march}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-03-03T23:59:59.999Z',
      scope: 'account',
      totals: { credits: '60.000000', events: 32 },
      byType: [
        { eventType: 'email_sent', source: 'byok', events: 2, quantity: 4, credits: '0.000000' },
        { eventType: 'sms_sent', source: 'platform', events: 30, quantity: 60, credits: '60.000000' },
      ],
      daily: [1, 2, 3].map((day) => ({ date: `2026-03-0${day}`, credits: '20.000000' })),
      wallet: { balance: '1000.000000', reserved: '0.000000', available: '1000.000000', currency: 'credits' },
    });
    const { byWorkspace } = body.data as { byWorkspace: { name: string; credits: string }[] };
    expect(byWorkspace.map(({ name, credits }) => `${name} ${credits}`).sort()).toEqual([
      'Acme 30.000000',
      'Second 30.000000',
    ]);
  });

  test('is of one workspace for other members or on request, and of the month by default', async () => {
    expect((await get(`/summary?${march}&scope=workspace`)).body.data).toMatchObject({
      totals: { credits: '30.000000' },
    });
    expect((await get(`/summary?${march}`, guest.token)).body.data).toMatchObject({
      scope: 'workspace',
      totals: { events: 16 },
    });
    expect((await get(`/summary?${march}&scope=account`, guest.token)).status).toBe(403);
    const now = new Date();
    const { from, to, daily } = (await get('/summary')).body.data as { from: string; to: string; daily: unknown[] };
    const days = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
    expect([from.slice(8), to.slice(8), daily.length]).toEqual(['01T00:00:00.000Z', `${days}T23:59:59.999Z`, days]);
  });

  test('is exact to the millisecond, and refuses a reversed range', async () => {
    const part = async (from: string, to: string) => {
      const { body } = await get(`/summary?from=${from}&to=${to}&scope=workspace`);
      return (body.data as { totals: { events: number } }).totals.events;
    };
    expect(await part('2026-03-01T10:50:00Z', '2026-03-01T12:30:00Z')).toBe(3);
    expect(await part('2026-03-01T10:50:00.001Z', '2026-03-01T12:29:59.999Z')).toBe(1);
    expect(await part('2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z')).toBe(1);
    expect(await part('2026-03-01T23:59:59.999Z', '2026-03-02T09:59:59Z')).toBe(1);
    expect((await get('/summary?from=2026-03-02&to=2026-03-01')).body.error.code).toBe('VALIDATION_FAILED');
    expect((await get('/summary?from=soon&scope=all')).status).toBe(400);
  });

  test('reads one number if one number is requested', async () => {
    const seen: string[] = [];
    const { pool } = app.services.db;
    const query = pool.query.bind(pool);
    Object.assign(pool, {
      query: (...args: unknown[]) =>
        seen.push(String((args[0] as { text?: string }).text ?? args[0])) && query(...(args as [string])),
    });
    const text = `query ($w: ID!) { workspace(id: $w) { usage { summary(from: "2026-03-01", to: "2026-03-03") { totals { credits } } } } }`;
    const { data } = await app.graphql(text, { w: owner.workspaceId }, owner.token);
    Object.assign(pool, { query });
    expect(data).toEqual({ workspace: { usage: { summary: { totals: { credits: '60.000000' } } } } });
    const sums = seen.filter((one) => one.includes('summarize_usage'));
    expect(sums).toHaveLength(1);
    expect(sums[0]).not.toContain('group by');
    expect(seen.some((one) => one.includes('wallets'))).toBe(false);
  });
});

describe('the list of usage events', () => {
  test('pages through all of them, in both orders, with an exact total', async () => {
    const seen: string[][] = [];
    for (const order of ['desc', 'asc']) {
      const ids: string[] = [];
      for (let page = 1; page <= 5; page++) {
        const { body } = await get(`/events?limit=7&page=${page}&sortOrder=${order}`);
        expect(body.pagination).toEqual({
          page,
          limit: 7,
          total: 32,
          totalPages: 5,
          nextCursor: page < 5 ? expect.any(String) : null,
        });
        ids.push(...(body.data as { id: string }[]).map(({ id }) => id));
      }
      expect(new Set(ids).size).toBe(32);
      seen.push(ids);
    }
    for (const order of ['desc', 'asc']) {
      const ids: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await get(`/events?limit=7&cursor=${cursor}&sortOrder=${order}`);
        ids.push(...(body.data as { id: string }[]).map(({ id }) => id));
        cursor = body.pagination.nextCursor;
      }
      expect(ids).toEqual(seen[order === 'desc' ? 0 : 1]);
    }
    expect(seen[1]).toEqual(seen[0]?.toReversed());
    expect(seen[1]).toEqual(seen[1]?.toSorted());
    expect((await get('/events?page=9')).body.data).toEqual([]);
  });

  test('is filtered by type, source, time and workspace, and reports invalid filters', async () => {
    const count = async (query: string) => (await get(`/events?${query}`)).body.pagination.total;
    expect(await count('eventType=email_sent')).toBe(2);
    expect(await count('source=byok&scope=workspace')).toBe(1);
    expect(await count('eventType=sms_sent&from=2026-03-02&to=2026-03-02')).toBe(10);
    expect(await count('eventType=ai_call')).toBe(0);
    expect(await count('from=2097-06-28T06:37:52Z')).toBe(0);
    const { data } = (await get('/events?source=byok&limit=1')).body;
    expect(data).toMatchObject([
      { eventType: 'email_sent', source: 'byok', credits: '0.000000', quantity: 2, metadata: {} },
    ]);
    const { error } = (await get('/events?eventType=fax&source=mine&from=x&page=0')).body;
    expect(error.details?.map(({ field }) => field)).toEqual(['page', 'eventType', 'source', 'from']);
  });

  test('can be exported as CSV, of one workspace for other members', async () => {
    const csv = async (as: string) => {
      const answer = await fetch(`${app.url}/workspaces/${owner.workspaceId}/usage/events.csv?${march}`, {
        headers: { authorization: `Bearer ${as}` },
      });
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      return (await answer.text()).trimEnd().split('\r\n');
    };
    const lines = await csv(owner.token);
    expect(lines).toHaveLength(33);
    expect(lines[0]).toMatch(/^id,createdAt,workspaceId,eventType/);
    expect(lines[1]).toMatch(/,2026-03-01T10:00:00.000Z,[^,]+,sms_sent,x,ES,platform,2,segment,2.000000,,$/);
    expect(await csv(guest.token)).toHaveLength(17);
    expect((await get('/events.csv?source=mine')).status).toBe(400);
    expect((await get('/events.csv', guest.token, second)).status).toBe(404);
  });
});

test('a page with a large offset is found by the sums of hours, and equals the one by counting', async () => {
  const far = await app.seed.owner();
  await app.services.db.pool.query(
    `insert into usage_events (workspace_id, id, account_id, event_type, app, source, quantity, unit, credits_micros)
     select w.id, uuidv7(-make_interval(secs => g * 37)), w.account_id, case g % 5 when 0 then 'ai_call' else 'flow_execution' end,
       'x', 'platform', 1, 'call', 0 from workspaces w, generate_series(1, 2300) g where w.id = $1`,
    [far.workspaceId],
  );
  for (const [kind, total] of [
    ['', 2_300],
    ['&eventType=flow_execution', 1_840],
  ] as const) {
    for (const order of ['desc', 'asc']) {
      const page = Math.floor(total / 90);
      const { rows } = await app.services.db.pool.query<{ id: string }>(
        `select id from usage_events where workspace_id = $1 and ($2 = '' or event_type = 'flow_execution')
         order by id ${order} limit 90 offset $3`,
        [far.workspaceId, kind, (page - 1) * 90],
      );
      const { body } = await get(`/events?limit=90&page=${page}&sortOrder=${order}${kind}`, far.token, far.workspaceId);
      expect(body.pagination.total).toBe(total);
      expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    }
  }
  expect((await get('/events?limit=90&page=40', far.token, far.workspaceId)).body.data).toEqual([]);
});

describe('the wallet', () => {
  test('is topped up by the owner, once for each reference', async () => {
    const topUp = (body: object, as = owner.token) =>
      app.rest(`POST /workspaces/${owner.workspaceId}/usage/wallet/top-up`, { as, body });
    const balance = async () => ((await get('/wallet', guest.token)).body.data as { balance: string }).balance;
    expect((await topUp({ amount: '12.5', reference: 'p1' })).body.data).toMatchObject({ balance: '1012.500000' });
    expect((await topUp({ amount: '12.500000', reference: 'p1' })).body.data).toMatchObject({ balance: '1012.500000' });
    expect((await topUp({ amount: '13', reference: 'p1' })).status).toBe(409);
    for (const amount of ['0', '-1', '1.0000001', 'x', '1e3']) {
      expect((await topUp({ amount, reference: 'p2' })).status).toBe(400);
    }
    expect((await topUp({ amount: '1', reference: '' })).status).toBe(400);
    expect((await topUp({ amount: '1', reference: 'p3' }, guest.token)).status).toBe(403);
    expect(await balance()).toBe('1012.500000');
  });
});

describe('credit rates', () => {
  test('are public, with an ETag, without those of single accounts', async () => {
    const answer = await app.rest('GET /credit-rates');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(answer.body.data).toContainEqual({
      eventType: 'sms_sent',
      app: 'twilio',
      country: 'ES',
      unit: 'segment',
      creditsPerUnit: '6.000000',
      effectiveFrom: '2026-01-01T00:00:00.000Z',
    });
    expect(answer.body.pagination).toBeUndefined();
    const tag = answer.headers.get('etag') as string;
    const same = await app.rest('GET /credit-rates', { headers: { 'if-none-match': tag } });
    expect(same.status).toBe(304);
    await app.services.db.pool.query(
      `insert into credit_rates (account_id, event_type, app, country, unit, credits_per_unit_micros)
       select id, 'sms_sent', 'twilio', 'ES', 'segment', 1 from accounts limit 1`,
    );
    await app.services.db.pool.query(
      `insert into credit_rates (event_type, app, country, unit, credits_per_unit_micros, effective_from)
       values ('sms_sent', 'twilio', 'ES', 'segment', 2, '2999-01-01')`,
    );
    expect((await app.rest('GET /credit-rates')).headers.get('etag')).toBe(tag);
  });

  test('of a meter without a rate are its defaults', async () => {
    await app.services.db.pool.query(`delete from credit_rates where event_type = 'site_analysis'`);
    expect((await app.rest('GET /credit-rates')).body.data).toContainEqual({
      eventType: 'site_analysis',
      app: 'web',
      country: null,
      unit: 'analysis',
      creditsPerUnit: '2.000000',
      effectiveFrom: '2026-01-01T00:00:00.000Z',
    });
    const owner = await app.seed.owner();
    const kind = { eventType: 'site_analysis', country: 'ES' } as const;
    expect(await app.services.get(credits).rates.rateOf(owner.workspaceId, kind)).toEqual({
      unit: 'analysis',
      microsPerUnit: 2_000_000n,
    });
  });

  test('are limited to thirty requests a minute for each address', async () => {
    let requests = 0;
    // A new minute may have begun in between.
    while (requests < 62 && (await app.rest('GET /credit-rates')).status === 200) requests++;
    expect(requests).toBeLessThan(61);
    expect(requests).toBeGreaterThan(20);
    const { data, errors } = await app.graphql<{ creditRates: unknown[] }>(
      '{ creditRates { eventType creditsPerUnit } }',
    );
    expect(errors).toBeUndefined();
    const rates = meterNames.flatMap((name) => [name, ...Object.keys(meterOf(name).countries ?? {})]);
    expect(data?.creditRates).toHaveLength(rates.length);
  });
});
