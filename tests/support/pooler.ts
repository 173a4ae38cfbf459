import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { temporaryFolder } from './temporary-folder.js';
import { waitFor } from './wait-for.js';

/** A PgBouncer in transaction mode in front of the Postgres of the test run. */
export interface Pooler {
  /** The URL of a database through the pooler. */
  urlOf(directUrl: string): string;
  stop(): Promise<void>;
}

/** Whether PgBouncer is installed: `apt-get install pgbouncer`. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

/** @param connections to Postgres for each database: few, so that transactions change between them */
export async function startPooler(directUrl: string, connections = 3): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(directUrl);
  const folder = await temporaryFolder();
  const own = await freePort();
  const users = join(folder.path, 'users.txt');
  const file = join(folder.path, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
server_check_delay = 0
`,
  );
  for (const path of [users, file]) await chmod(path, 0o644);
  const process_ = spawn('pgbouncer', ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
  });
  const urlOf = (direct: string) => {
    const url = new URL(direct);
    url.port = String(own);
    return url.href;
  };
  await waitFor(() => canConnect(urlOf(directUrl), process_));
  return {
    urlOf,
    async stop() {
      const ended = once(process_, 'exit');
      process_.kill('SIGTERM');
      await ended;
      folder.remove();
    },
  };
}

async function canConnect(url: string, { exitCode }: ChildProcess): Promise<boolean> {
  if (exitCode !== null) throw new Error(`PgBouncer ended with ${exitCode}.`);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A port of this machine that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
