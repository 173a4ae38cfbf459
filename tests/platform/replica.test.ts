import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { examineReplica } from '../../src/cli/doctor/replica-check.js';
import { Replica } from '../../src/platform/database/replica.js';
import { createTenantScope } from '../../src/platform/database/tenant-scope.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { createLog } from '../../src/platform/log.js';
import { registry } from '../../src/platform/metrics/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { readMetric } from '../support/read-metric.js';
import type { Owner } from '../support/seed.js';
import { createStandby, type Standby } from '../support/standby.js';
import { memoryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

let folder: TemporaryFolder;
let primary: EmbeddedPostgres;
let standby: Standby;
let app: TestApp;
let owner: Owner;
const lines: { level: string; reason?: string; msg: string }[] = [];

beforeAll(async () => {
  folder = await memoryFolder();
  primary = await startEmbeddedPostgres({ dataDir: folder.path, settings: { fsync: 'off' } });
  await prepareDatabase({ url: primary.url });
  standby = await createStandby(primary, folder.path);
  app = await startTestApp({
    database: { url: primary.url, drop: async () => undefined },
    replica: { url: standby.url, maxLagSeconds: 30 },
    log: createLog({ level: 'info', destination: { write: (line) => void lines.push(JSON.parse(line)) } }),
  });
  owner = await app.seed.owner();
}, 60_000);

afterAll(async () => {
  await app?.stop();
  await standby?.remove();
  await primary?.stop();
  folder.remove();
});

const call = (route: string, body?: object) => {
  const [method, path] = route.split(' ');
  return app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, ...(body && { body }) });
};
const names = async () => ((await call('GET /contacts')).body.data as { name: string }[]).map(({ name }) => name);

/** Reads by server, since the last call. */
async function reads(): Promise<Record<string, number>> {
  const metric = registry.getSingleMetric('workspace_automation_replica_reads_total');
  const { values = [] } = (await metric?.get()) ?? {};
  metric?.reset();
  return Object.fromEntries(values.map(({ labels, value }) => [(labels as { server: string }).server, value]));
}

/** Until a list is served by the replica. */
const served = () =>
  waitFor(async () => {
    await reads();
    await names();
    return (await reads()).replica;
  });
const replay = (verb: 'pause' | 'resume') => standby.admin.query(`select pg_wal_replay_${verb}()`);
const reports = () =>
  lines
    .splice(0)
    .filter(({ msg }) => msg.includes('replica'))
    .map(({ level, reason = '' }) => `${level} ${reason}`);

test('lists, search and analytics are served by the replica, everything else by the primary', async () => {
  await served();
  await reads();
  for (const path of ['/contacts', '/flows', '/flows/executions', '/search?q=ana', '/analytics/overview']) {
    const { status } = await call(`GET ${path}`);
    expect([path, status]).toEqual([path, 200]);
  }
  expect(await reads()).toEqual({ replica: expect.any(Number) });
  const { id } = (await call('POST /contacts', { name: 'Ana' })).body.data as { id: string };
  await served();
  await reads();
  expect((await call(`GET /contacts/${id}`)).status).toBe(200);
  expect(await reads()).toEqual({});
  expect(reports().at(-1)).toBe('info ');
});

test('a caller reads its own writes, while the replica does not have them yet', async () => {
  await served();
  await replay('pause');
  await call('POST /contacts', { name: 'Berta' });
  await reads();
  expect(await names()).toContain('Berta');
  expect(await reads()).toEqual({ primary: 1 });
  await replay('resume');
  await served();
  expect(await names()).toContain('Berta');
});

test('a replica that lags is not used, which is logged once', async () => {
  const { db } = app.services;
  let ahead = 0;
  const changes: (string | null)[] = [];
  const replica = new Replica({
    scope: createTenantScope({ connect: { url: standby.url }, types: db.pool.options.types, poolSize: 1 }),
    primary: db.pool,
    withinPrimary: db.within,
    maxLagMs: 60_000,
    clock: () => performance.now() + ahead,
    onChange: (reason) => changes.push(reason),
  });
  const contacts = async () =>
    (await replica.within(owner.workspaceId).query('select name from contacts order by name')).rows.map(
      ({ name }) => name,
    );
  await waitFor(async () => (await replica.measure()) ?? changes.length === 1);
  await replay('pause');
  // Something to replay, written by another process.
  await db.pool.query(`update contacts set name = 'Carla' where name = 'Berta'`);
  await replica.measure();
  expect(await contacts()).toEqual(['Ana', 'Berta']);
  ahead += 61_000;
  for (const _ of [1, 2]) await replica.measure();
  expect(await contacts()).toEqual(['Ana', 'Carla']);
  expect(changes).toEqual([null, 'it lags by 61 seconds']);
  await replay('resume');
  await waitFor(async () => (await replica.measure()) ?? changes.length === 3);
  expect(changes.at(-1)).toBeNull();
  await replica.close();
});

test('while the replica is down the primary serves all reads', async () => {
  await served();
  reports();
  await standby.kill();
  await reads();
  expect(await names()).toContain('Ana');
  expect(await reads()).toEqual({ primary: 1 });
  const { '': lag } = await readMetric('replica_lag_seconds');
  await waitFor(async () => ((await readMetric('replica_lag_seconds'))[''] ?? 0) > Number(lag));
  await standby.start();
  await served();
  expect(reports()).toEqual([expect.stringMatching(/^warn ./), 'info ']);
});

test('a Postgres that accepts writes is no replica', async () => {
  const { url } = primary;
  expect(await examineReplica({ config: { databaseReplicaUrl: url }, pool: app.services.db.pool })).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('it is no replica: it accepts writes'),
  });
  const found = await examineReplica({ config: { databaseReplicaUrl: standby.url }, pool: app.services.db.pool });
  expect(found).toMatchObject({ status: 'ok', message: expect.stringMatching(/has everything|is \d+ bytes behind/) });
  const down = await examineReplica({
    config: { databaseReplicaUrl: url.replace(/:\d+\//, ':2/') },
    pool: app.services.db.pool,
  });
  expect(down).toMatchObject({ status: 'failed', message: expect.stringContaining('ECONNREFUSED') });
  const unusable = { config: { databaseReplicaUrl: `${url}?sslmode=some` }, pool: app.services.db.pool };
  await expect(examineReplica(unusable)).rejects.toThrow(/^DATABASE_REPLICA_URL must be .*sslmode must be disable/);
});

test('connections to the replica see the rows of one workspace only', async () => {
  await served();
  const other = await app.seed.owner();
  const count = (workspaceId: string) =>
    app.services.db.reads(workspaceId).query('select count(*)::int as count from contacts');
  await waitFor(async () => {
    await reads();
    const { rows } = await count(other.workspaceId);
    expect(rows).toEqual([{ count: 0 }]);
    return (await reads()).replica;
  });
  expect((await count(owner.workspaceId)).rows).toEqual([{ count: 2 }]);
});
