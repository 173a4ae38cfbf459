import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import {
  addUpStorage,
  quotaLimits,
  quotaRefusals,
  setLimits,
  startRates,
} from '../../../../src/contexts/accounts/quotas/index.js';
import { deleteUnusedBlobs } from '../../../../src/contexts/automation/executions/store/values/delete-unused-blobs.js';
import { firstIdAt } from '../../../../src/platform/new-id.js';
import type { QuotaName } from '../../../../src/platform/quota-names.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner, SeededFlow } from '../../../support/seed.js';

let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
let clock = new Date('2026-03-02T07:30:00Z');

beforeAll(async () => {
  const now = () => clock;
  app = await startTestApp({ now });
  other = await startTestApp({ now, database: app.database });
});

afterAll(async () => {
  await other.stop();
  await app.stop();
});

const webhook = () =>
  graph([node('start', 'trigger.webhook'), node('wait', 'logic.delay', { seconds: 60 })], 'start>wait');

async function limited(quotas: Partial<Record<QuotaName, number>>): Promise<{ owner: Owner; flow: SeededFlow }> {
  const person = await app.seed.owner();
  const flow = await app.seed.flow(person, webhook());
  // An API key does not expire while the clock is changed.
  const owner = { ...person, token: await app.seed.apiKey(person) };
  await setLimits(app.services.db.pool, owner.workspaceId, { quotas });
  await refresh();
  return { owner, flow };
}

const refresh = () => Promise.all([app, other].map(({ services }) => services.get(quotaLimits).refresh()));

const call = ({ webhookPath }: SeededFlow, on = app, headers: Record<string, string> = {}) =>
  on.rest(`POST ${webhookPath}`, { body: {}, headers });

async function quotasOf({ token, workspaceId }: Owner) {
  const { body, status } = await app.rest(`GET /workspaces/${workspaceId}/quotas`, { as: token });
  expect(status).toBe(200);
  return new Map(
    (body.data as { name: string; used: number; limit: number }[]).map(({ name, ...quota }) => [name, quota]),
  );
}

describe('the quotas of a workspace', () => {
  test('are those of the server unless the operator set others, and show their use', async () => {
    const { owner, flow } = await limited({ executionsQueued: 7 });
    await call(flow);
    await app.services.get(quotaRefusals).flush();
    const none = { refused: 0, refusedAt: null };
    expect(Object.fromEntries(await quotasOf(owner))).toEqual({
      executionsInFlight: { limit: 5_000, used: 0, ...none },
      executionsQueued: { limit: 7, used: 1, ...none },
      executionsStartedPerMinute: { limit: 1_000_000, used: 1, ...none },
      descendantsOfRoot: { limit: 10_000, used: 0, ...none },
      storageBytes: { limit: 10 * 1024 ** 3, used: 0, ...none },
      stateEntries: { limit: 100_000, used: 0, ...none },
    });
    await setLimits(app.services.db.pool, owner.workspaceId, { quotas: JSON.parse('{"executionsQueued":null}') });
    await refresh();
    expect((await quotasOf(owner)).get('executionsQueued')).toMatchObject({ limit: 100_000 });
  });

  test('refuse a start over the limit per minute with name, limit and time, and count it', async () => {
    const { owner, flow } = await limited({ executionsStartedPerMinute: 6 });
    for (let index = 0; index < 6; index++) expect((await call(flow)).status).toBe(202);
    const { status, headers, body } = await call(flow);
    expect([status, headers.get('retry-after'), body.error.code]).toEqual([429, '10', 'QUOTA_EXCEEDED']);
    expect(body.error.details).toMatchObject([{ name: 'executionsStartedPerMinute', limit: 6, retryAfter: 10 }]);
    await app.services.get(quotaRefusals).flush();
    expect((await quotasOf(owner)).get('executionsStartedPerMinute')).toEqual({
      limit: 6,
      used: 6,
      refused: 1,
      refusedAt: clock.toISOString(),
    });
    expect(body.error.message).toMatch(/by the setting QUOTA_EXECUTIONS_STARTED_PER_MINUTE\.$/);
    clock = new Date(clock.getTime() + 10_000);
    expect([(await call(flow)).status, (await call(flow)).status]).toEqual([202, 429]);
  });

  test('show the starts of the last 60 seconds, not of before, nor what waits for a later minute', async () => {
    const { owner, flow } = await limited({ executionsStartedPerMinute: 6_000 });
    for (let index = 0; index < 7; index++) await call(flow, index % 2 ? app : other);
    // Long after the bookings are over.
    clock = new Date(clock.getTime() + 30_000);
    expect((await quotasOf(owner)).get('executionsStartedPerMinute')).toMatchObject({ used: 7 });
    const aged = `update executions set id = overlay(id::text placing $2 from 1 for 13)::uuid
      where id = (select id from executions where workspace_id = $1 order by id desc limit 1)`;
    for (const seconds of [59, 61, 62]) {
      const begin = firstIdAt(Date.now() - seconds * 1_000).slice(0, 13);
      await app.services.db.pool.query(aged, [owner.workspaceId, begin]);
    }
    expect((await quotasOf(owner)).get('executionsStartedPerMinute')).toMatchObject({ used: 5 });
    const rates = app.services.get(startRates);
    for (let index = 0; index < 7_000; index++) rates.book(owner.workspaceId, 6_000);
    expect((await quotasOf(owner)).get('executionsStartedPerMinute')).toMatchObject({ used: 6_000 });
  });

  test('are those of all processes together', async () => {
    const { flow } = await limited({ executionsStartedPerMinute: 4 });
    for (const on of [app, other, app, other]) {
      expect((await call(flow, on)).status).toBe(202);
      await app.services.get(startRates).sync();
      await other.services.get(startRates).sync();
    }
    // A process knows of the others what they had started when it started something itself.
    await call(flow, app);
    await app.services.get(startRates).sync();
    expect((await call(flow, app)).status).toBe(429);
  });

  test('return the execution of a known key instead of refusing it', async () => {
    const { flow } = await limited({ executionsStartedPerMinute: 1 });
    const key = { 'idempotency-key': 'order-1' };
    const first = await call(flow, app, key);
    expect((await call(flow, app, key)).body.data).toEqual(first.body.data);
    expect((await call(flow, app, { 'idempotency-key': 'order-2' })).status).toBe(429);
  });

  test('refuse a start while too many executions are queued, and no longer', async () => {
    const { owner, flow } = await limited({ executionsQueued: 2 });
    const [first] = [await call(flow), await call(flow)];
    const { status, body, headers } = await call(flow);
    expect([status, body.error.details?.[0], headers.get('retry-after')]).toMatchObject([
      429,
      { name: 'executionsQueued', limit: 2 },
      '5',
    ]);
    const { executionId } = first.body.data as { executionId: string };
    const path = `/workspaces/${owner.workspaceId}/flows/executions/${executionId}`;
    expect((await app.rest(`POST ${path}/cancel`, { as: owner.token })).status).toBeLessThan(300);
    clock = new Date(clock.getTime() + 2_000);
    expect((await call(flow)).status).toBe(202);
    const retry = (key: string) =>
      app.rest(`POST ${path}/retry`, { as: owner.token, headers: { 'idempotency-key': key } });
    const refused = await retry('first');
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'QUOTA_EXCEEDED']);
    await setLimits(app.services.db.pool, owner.workspaceId, { quotas: { executionsQueued: 3 } });
    await refresh();
    const accepted = await retry('second');
    await setLimits(app.services.db.pool, owner.workspaceId, { quotas: { executionsQueued: 2 } });
    await refresh();
    expect((await retry('third')).status).toBe(429);
    expect((await retry('second')).body.data).toEqual(accepted.body.data);
  });
});

describe('the storage of a workspace', () => {
  const bytesOf = async (workspaceId: string) => {
    const { rows } = await app.services.db.pool.query(
      'select count(*)::integer as rows, sum(bytes)::integer as bytes from workspace_storage where workspace_id = $1',
      [workspaceId],
    );
    return rows[0];
  };

  const large = (characters: number) => ({ text: 'x'.repeat(characters) });

  test('counts large values as long as their executions exist', async () => {
    const { owner, flow } = await limited({});
    const started = await app.rest(`POST ${flow.webhookPath}`, { body: large(100_000) });
    expect((await quotasOf(owner)).get('storageBytes')).toMatchObject({ used: 100_011 });
    const { executionId } = started.body.data as { executionId: string };
    const { pool } = app.services.db;
    await pool.query('delete from executions where id = $1', [executionId]);
    await deleteUnusedBlobs({ sql: pool, beforeId: uuidv7(), step: (work) => work() });
    expect((await quotasOf(owner)).get('storageBytes')).toMatchObject({ used: 0 });
  });

  test('refuses starts while it is full, with 413, and no longer', async () => {
    const { owner, flow } = await limited({ storageBytes: 150_000 });
    const key = { 'idempotency-key': 'order-1' };
    const start = (headers = {}) => app.rest(`POST ${flow.webhookPath}`, { body: large(80_000), headers });
    const known = await start(key);
    expect([known.status, (await start()).status]).toEqual([202, 202]);
    clock = new Date(clock.getTime() + 10_001);
    const { status, headers, body } = await start();
    expect([status, headers.get('retry-after'), body.error.code]).toEqual([413, null, 'QUOTA_EXCEEDED']);
    expect(body.error.details).toMatchObject([{ name: 'storageBytes', limit: 150_000 }]);
    expect((await start(key)).body.data).toEqual(known.body.data);
    await setLimits(app.services.db.pool, owner.workspaceId, { quotas: { storageBytes: 300_000 } });
    await refresh();
    expect((await start()).status).toBe(202);
  });

  test('keeps its sum when the rows of connections are added up', async () => {
    const { workspaceId } = await app.seed.owner();
    const { pool } = app.services.db;
    await pool.query(
      'insert into workspace_storage (workspace_id, backend, bytes) select $1, -n, n from generate_series(1, 150) n',
      [workspaceId],
    );
    expect(await addUpStorage(pool)).toBe(150);
    expect(await bytesOf(workspaceId)).toEqual({ rows: 1, bytes: 11_325 });
    expect(await addUpStorage(pool)).toBe(0);
  });
});
