import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../migrations/index.js';
import type { Demo } from '../src/app/demo/ensure-demo.js';
import { prepareDatabase } from '../src/app/prepare-database.js';
import { connectionConfig } from '../src/platform/database/connection-config.js';
import { type Database, openDatabase } from '../src/platform/database/database.js';
import { createListener } from '../src/platform/database/listener.js';
import { migrate } from '../src/platform/database/migrate.js';
import { explainUnreachable, isTlsToPostgres } from '../src/platform/database/unreachable.js';
import { createLog } from '../src/platform/log.js';
import { runCli } from './support/cli.js';
import { type ServerProcess, startServerProcess } from './support/server-process.js';
import { type TemporaryFolder, temporaryFolder } from './support/temporary-folder.js';
import { startTlsPostgres, type TlsPostgres, tlsFile } from './support/tls-postgres.js';
import { waitFor } from './support/wait-for.js';

const loopback = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const hasIpv6 = loopback.some(({ address }) => address === '::1');
const full = { sslmode: 'verify-full', sslrootcert: 'ca.crt' };

let postgres: TlsPostgres;
beforeAll(async () => {
  postgres = await startTlsPostgres(hasIpv6 ? ['::1'] : []);
});
afterAll(() => postgres.stop());

const servers: ServerProcess[] = [];
const folders: TemporaryFolder[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.kill();
  for (const folder of folders.splice(0)) folder.remove();
});

async function start(DATABASE_URL: string): Promise<ServerProcess & { folder: string }> {
  const folder = await temporaryFolder();
  const server = startServerProcess({ DATABASE_URL, DATA_DIR: folder.path, DEMO: 'true', LOG_LEVEL: 'warn' });
  servers.push(server);
  folders.push(folder);
  return { ...server, folder: folder.path };
}

interface Connection {
  name: string;
  ssl: boolean;
  /** Null for a Unix socket. */
  from: string | null;
}

async function connections(): Promise<Connection[]> {
  const { rows } = await postgres.admin.query<Connection>(
    `select application_name as name, ssl, host(client_addr) as from
     from pg_stat_activity join pg_stat_ssl using (pid) where usename = 'workspace'`,
  );
  return rows;
}

/** Every kind of client of the server, each connected. */
async function openAll<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url, entities: [], poolSize: 18 });
  const listener = createListener(url, createLog({ level: 'fatal' }));
  try {
    await new Promise<void>((listening) => void listener.on('a', () => listening()));
    for (const pool of [db.pool, db.hotPool, db.tenantPool, db.dedicated]) {
      await pool.query('select 1');
      expect(await isTlsToPostgres(url, pool)).toBe(true);
    }
    await db.entities(db.pool).execute('select 1');
    return await work(db);
  } finally {
    await listener.close();
    await db.close();
  }
}

async function failureOf(url: string): Promise<string | undefined> {
  const failure = await migrate({ url, migrations: [] }).catch((error: unknown) => explainUnreachable(url, error));
  return failure instanceof Error ? failure.message : undefined;
}

describe('a server whose Postgres requires TLS', () => {
  test('creates its tables, runs a flow and answers requests, with every connection over TLS', async () => {
    const server = await start(postgres.url(full));
    await server.says(/Ready in/);
    const demo: Demo = JSON.parse(await readFile(join(server.folder, 'demo.json'), 'utf8'));
    const seen: Connection[] = [];
    const body = JSON.stringify({ customer: 'Ada', amount: 40 });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` };
    const begun = await fetch(demo.webhookUrl, { method: 'POST', headers, body });
    const { data } = (await begun.json()) as { data: { executionId: string } };
    const path = `${demo.serverUrl}/workspaces/${demo.workspaceId}/flows/executions/${data.executionId}`;
    await waitFor(async () => {
      seen.push(...(await connections()));
      const { data: execution } = (await (await fetch(path, { headers })).json()) as { data: { status: string } };
      return execution.status === 'completed';
    });
    seen.push(...(await connections()));
    expect(seen.length).toBeGreaterThan(4);
    expect(seen.filter(({ ssl, name }) => !ssl || name !== 'workspace-automation/all')).toEqual([]);
    expect((await server.stop()).code).toBe(0);
  });

  test('can be used by command line tools', async () => {
    const DATABASE_URL = postgres.url(full);
    await migrate({ url: DATABASE_URL, migrations });
    const env = { PATH: process.env.PATH, DATABASE_URL };
    const command = new URL('../dist/src/cli/main.js', import.meta.url).pathname;
    const [code] = await once(
      spawn(process.execPath, [command, 'credits', 'rates'], { env, stdio: 'ignore' }),
      'close',
    );
    expect(code).toBe(0);
  });

  test('can be used to list executions, and to export and import a workspace, and refuses them without TLS', async () => {
    await prepareDatabase({ url: postgres.url(full) });
    const folder = await temporaryFolder();
    folders.push(folder);
    const cli = (words: string, DATABASE_URL = postgres.url(full)) =>
      runCli(words.split(' '), { DATABASE_URL, DATA_DIR: folder.path });
    const email = `tls-${process.pid}@example.com`;
    expect(await cli(`user create ${email}`)).toMatchObject({ code: 0 });
    const created = await cli(`workspace create Pens --owner ${email} --json`);
    const { id } = JSON.parse(created.stdout) as { id: string };
    const file = join(folder.path, 'pens.workspace');
    expect(await cli(`workspace export ${id} ${file}`)).toMatchObject({ code: 0 });
    expect(await cli(`workspace import ${file} --owner ${email} --name Ink`)).toMatchObject({ code: 0 });
    const listed = (await cli('workspace list')).stdout;
    for (const name of ['Pens', 'Ink']) expect(listed).toContain(name);
    expect(await cli(`executions list --workspace ${id} --json`)).toMatchObject({ code: 0 });
    const plain = postgres.url({ sslmode: 'disable' });
    for (const words of [`executions list --workspace ${id}`, `workspace export ${id} ${file}.2`]) {
      expect(await cli(words, plain)).toMatchObject({ code: 1, stderr: expect.stringMatching(/no encryption/) });
    }
  });

  test('does not start with the certificate of another CA or without TLS, and reports the reason', async () => {
    const [wrong, none] = [
      await start(postgres.url({ ...full, sslrootcert: 'other-ca.crt' })),
      await start(postgres.url({ sslmode: 'disable' })),
    ];
    const distrusted = await wrong.ended();
    expect(distrusted.code).toBe(1);
    expect(distrusted.output).toMatch(
      /^The server could not start: DATABASE_URL .*certificate of localhost:\d+ is not trusted .*Set sslrootcert to the certificate of the CA .*\.\n$/,
    );
    const plain = await none.ended();
    expect(plain.code).toBe(1);
    expect(plain.output).toMatch(/^The server could not start: DATABASE_URL .*no encryption.*sslmode=require.*\n$/);
  });
});

test('a Postgres without TLS is refused when sslmode requires TLS', async () => {
  const server = await start(`${process.env.TEST_ADMIN_URL}?sslmode=require`);
  const { code, output } = await server.ended();
  expect(code).toBe(1);
  expect(output).toMatch(
    /^The server could not start: DATABASE_URL .*does not support TLS, which sslmode requires.*\n$/,
  );
});

describe('the mode decides what is verified', () => {
  test.each([
    ['require', {}, '127.0.0.2'],
    ['no-verify', { sslrootcert: 'other-ca.crt' }, '127.0.0.2'],
    ['verify-ca', { sslrootcert: 'ca.crt' }, '127.0.0.2'],
    ['verify-full', { sslrootcert: 'ca.crt' }, '127.0.0.1'],
    ['verify-full', { sslrootcert: 'ca.crt', sslnegotiation: 'direct' }, 'localhost'],
  ])('%s %j connects to %s', async (sslmode, more, host) => {
    await openAll(postgres.url({ sslmode, ...more }, host), async () => {
      const all = await connections();
      expect(all.length).toBeGreaterThanOrEqual(4);
      expect(all.filter(({ ssl }) => !ssl)).toEqual([]);
    });
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    ['verify-full', {}, 'localhost', /certificate of localhost:\d+ is not trusted/],
    ['verify-full', { sslrootcert: 'ca.crt' }, '127.0.0.2', /is for another host .*127\.0\.0\.2/],
    ['verify-ca', { sslrootcert: 'other-ca.crt' }, 'localhost', /is not trusted/],
    ['require', { sslrootcert: 'other-ca.crt' }, 'localhost', /is not trusted/],
  ])('%s %j does not connect to %s', async (sslmode, more, host, message) => {
    expect(await failureOf(postgres.url({ sslmode, ...more }, host))).toMatch(message);
  });

  test('every client presents the client certificate', async () => {
    const certified = (url: string) => url.replace('/workspace?', '/certified?');
    const own = { sslcert: 'client.crt', sslkey: 'client.key' };
    expect(await failureOf(certified(postgres.url(full)))).toMatch(/requires a valid client certificate/);
    await openAll(certified(postgres.url({ ...full, ...own })), async (db) => {
      const { rows } = await db.tenantPool.query('select client_dn from pg_stat_ssl where pid = pg_backend_pid()');
      expect(rows).toEqual([{ client_dn: '/CN=workspace' }]);
    });
  });
});

test('a proxy that terminates TLS in front of Postgres is detected', async () => {
  // Accepts TLS like Postgres, and connects to Postgres without TLS.
  const { port } = new URL(process.env.TEST_ADMIN_URL as string);
  const [key, cert] = [await readFile(tlsFile('server.key')), await readFile(tlsFile('server.crt'))];
  const proxy = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      const upstream = connect(Number(port), '127.0.0.1');
      secure.pipe(upstream).pipe(secure);
      for (const one of [socket, secure, upstream]) one.on('error', () => one.destroy());
      secure.once('close', () => upstream.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(process.env.TEST_ADMIN_URL as string);
  url.port = String((proxy.address() as AddressInfo).port);
  url.search = '?sslmode=require';
  const client = new pg.Client(connectionConfig(url.href));
  await client.connect();
  expect(await isTlsToPostgres(url.href, client)).toBe(false);
  await client.end();
  proxy.close();
});

describe('every client uses all of DATABASE_URL', () => {
  test('the parameters of the connection', async () => {
    const settings = { application_name: 'flows', statement_timeout: '4321', options: '-c lock_timeout=1234' };
    await openAll(postgres.url({ ...full, ...settings }), async (db) => {
      const text = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('app.tenant_scope', true) as "tenantSql"`;
      const plain = { statement: '4321ms', lock: '1234ms', tenantSql: 'off' };
      for (const pool of [db.pool, db.hotPool, db.dedicated]) expect((await pool.query(text)).rows).toEqual([plain]);
      expect(await db.entities(db.pool).execute(text)).toEqual([plain]);
      expect((await db.tenantPool.query(text)).rows).toEqual([{ ...plain, tenantSql: 'on' }]);
      expect(new Set((await connections()).map(({ name }) => name))).toEqual(new Set(['flows']));
    });
  });

  test('a Unix socket, for migrations too, whatever the sslmode', async () => {
    const url = postgres.socketUrl({ sslmode: 'require' });
    await migrate({ url, migrations });
    await openAll(url, async () => {
      const all = await connections();
      expect(all.length).toBeGreaterThanOrEqual(4);
      expect(all.filter(({ from }) => from !== null)).toEqual([]);
    });
    const away = await failureOf(url.replace('cluster%2Fs', 'cluster%2Fnone'));
    expect(away).toMatch(/\/cluster\/none\/\.s\.PGSQL\.\d+ cannot be reached/);
  });

  const ofIpv6 = hasIpv6 ? test : test.skip;
  ofIpv6('by an address of IPv6', async () => {
    const url = postgres.url(full, '[::1]');
    await migrate({ url, migrations });
    await openAll(url, async () => {
      expect(new Set((await connections()).map(({ from }) => from))).toEqual(new Set(['::1']));
    });
  });
});

test('a database that cannot be reached is noticed at the first statement', async () => {
  const db = await openDatabase({ url: 'postgres://nobody:x@127.0.0.1:1/nothing', entities: [], poolSize: 5 });
  await expect(db.pool.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await db.close();
});
