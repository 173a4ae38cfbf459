import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Demo } from '../../src/app/demo/ensure-demo.js';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { preparePooler, requireSessions } from '../../src/platform/database/pooler.js';
import { requireClosed } from '../../src/platform/database/tenant-wall.js';
import { explainUnreachable } from '../../src/platform/database/unreachable.js';
import { isDatabaseAway } from '../../src/platform/errors/database-errors.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { hasPooler, type Pooler, startPooler } from '../support/pooler.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

// Install PgBouncer (apt-get install pgbouncer) to run these tests; without it they are reported as skipped.
const throughPooler = hasPooler ? describe : describe.skip;

throughPooler('through PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let db: Database;
  let folder: TemporaryFolder;
  const servers: ServerProcess[] = [];

  const { options } = pg.defaults;

  beforeAll(async () => {
    // PgBouncer refuses settings of a session.
    pg.defaults.options = undefined;
    [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
    pooler = await startPooler(database.url);
    db = await openDatabase({ url: pooler.urlOf(database.url), directUrl: database.url, entities: [], poolSize: 12 });
    await preparePooler(db.dedicated, db.pool);
    await db.pool.query('create table notes (workspace_id uuid not null, text text not null)');
    await db.pool.query(`select enable_tenant_isolation('notes')`);
  });
  afterAll(async () => {
    for (const server of servers) server.kill();
    await db.close();
    await pooler.stop();
    await database.drop();
    folder.remove();
    pg.defaults.options = options;
  });

  const start = (env: Record<string, string>) => {
    const server = startServerProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'warn', ...env });
    servers.push(server);
    return server;
  };

  test('concurrent statements, transactions and snapshots see the rows of their workspace only', async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`);
    const insert = (id: string) => ({ text: 'insert into notes values ($1, $2)', values: [id, `of ${id}`] });
    const read = { name: 'read_notes', text: 'select text from notes where text <> $1', values: [''] };
    await Promise.all(
      ids.map(async (id) => {
        const within = db.within(id);
        await within.query(insert(id));
        const seen = await Promise.all([
          within.query(read),
          within.transaction(async (sql) => (await sql.query('savepoint a')) && sql.query(read)),
          db.readSnapshot(id).then(async (snapshot) => {
            const result = await snapshot.within(id).query(read);
            snapshot.close();
            return result;
          }),
        ]);
        expect(seen.map(({ rows }) => rows)).toEqual(Array(3).fill([{ text: `of ${id}` }]));
        await expect(within.query(insert(ids[0] === id ? (ids[1] ?? '') : (ids[0] ?? '')))).rejects.toThrow(
          /row-level security/,
        );
      }),
    );
    // Nothing of a tenant stays on the connections.
    const settings = `select current_setting('app.tenant_scope', true) as scope, current_setting('app.workspace_id', true) as id,
      current_setting('enable_partition_pruning') as pruning`;
    const { rows } = await db.pool.query<{ scope: string; id: string; pruning: string }>(settings);
    expect(rows.map(({ scope, id, pruning }) => [scope, id || null, pruning])).toEqual([['off', null, 'off']]);
    expect((await db.pool.query('select from notes')).rowCount).toBe(ids.length);
  });

  test('a connection that says nothing sees nothing, and those for all rows say so in each transaction', async () => {
    const count = 'select from notes';
    const silent = new pg.Client({ connectionString: pooler.urlOf(database.url) });
    await silent.connect();
    const all = (await db.pool.query(count)).rowCount as number;
    expect(all).toBeGreaterThan(0);
    const counts = Array.from({ length: 30 }, async () => [
      (await db.pool.query(count)).rowCount,
      await db.transaction(async (sql) => {
        await sql.query('set transaction isolation level repeatable read');
        await sql.query('savepoint a');
        await sql.query('rollback to savepoint a');
        return (await sql.query({ name: 'count_notes', text: count, values: [] })).rowCount;
      }),
      await db.transaction(async (sql) => (await db.entities(sql).execute('select 1 from notes')).length),
      (await db.entities(db.pool).execute('select 1 from notes')).length,
      await db.pool.query('select 1 / 0').catch(({ code }: { code: string }) => code),
      (await silent.query(count)).rowCount,
    ]);
    expect(await Promise.all(counts)).toEqual(Array(30).fill([all, all, all, all, '22012', 0]));
    await silent.end();
    await expect(
      requireClosed({ everyRow: [db.pool, db.hotPool, db.dedicated], tenants: [db.tenantPool] }),
    ).resolves.toBeUndefined();
  });

  test('a constraint that is checked at the end of the transaction fails the statement', async () => {
    await db.pool.query(
      'alter table notes add constraint once unique (workspace_id, text) deferrable initially deferred',
    );
    const [id, row] = ['00000000-0000-4000-8000-000000000009', { text: 'x' }];
    const twice = { text: 'insert into notes values ($1, $2), ($1, $2)', values: [id, row.text] };
    await expect(db.within(id).query(twice)).rejects.toThrow(/unique constraint "once"/);
    expect((await db.within(id).query('select text from notes')).rows).toEqual([]);
  });

  test('a server with DATABASE_DIRECT_URL starts, runs a flow and reports it to a subscriber', async () => {
    const server = start({
      DATABASE_URL: pooler.urlOf(database.url),
      DATABASE_DIRECT_URL: database.url,
      DB_POOL_SIZE: '5',
      DEMO: 'true',
      HEALTH_PORT: '0',
    });
    const [, url = ''] = await server.says(/Ready in .*: (\S+)/);
    const demo: Demo = JSON.parse(await readFile(join(folder.path, 'demo.json'), 'utf8'));
    const { apiKey: token, webhookUrl: webhook, workspaceId } = demo;
    const query = `subscription { workspaceExecutionUpdated(workspaceId: "${workspaceId}", steps: false) { execution { status } } }`;
    const events = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    const posts = Array.from({ length: 20 }, () =>
      fetch(webhook, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"customer":"Ada","amount":40}',
      }),
    );
    expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([202]));
    let text = '';
    for await (const chunk of events.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.match(/"status":"completed"/g)?.length === 20) break;
    }
    // Two sessions at most, LISTEN and the lease; the rest goes through the pooler.
    const { rows } = await db.dedicated.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and query ~* '^(listen|/\\* renew_lease)'`,
    );
    expect(rows).toEqual([{ count: 2 }]);
    expect((await server.stop()).output).not.toMatch(/"level":(40|50)|ERROR|WARN/);
  });

  test('without DATABASE_DIRECT_URL a start fails at once and names it', async () => {
    const url = pooler.urlOf(database.url);
    const error = await migrate({ url, migrations: [] }).catch((thrown: unknown) => thrown);
    expect(isDatabaseAway(error)).toBe(false);
    expect(explainUnreachable(url, error)?.message).toMatch(
      /^DATABASE_URL .* is a pooler that refuses settings of a session .*Set DATABASE_DIRECT_URL to the URL of Postgres itself/,
    );
  });
});

test('connections that drop the settings of their session are refused: nothing would limit them to a tenant', async () => {
  const client = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
  await client.connect();
  await expect(requireSessions(client)).rejects.toThrow(/drops the settings of a session\. Set DATABASE_DIRECT_URL/);
  await client.end();
});
