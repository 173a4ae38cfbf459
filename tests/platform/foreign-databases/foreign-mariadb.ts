import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { memoryFolder } from '../../support/temporary-folder.js';
import { tlsFile } from '../../support/tls-postgres.js';
import { waitFor } from '../../support/wait-for.js';
import { ownDatabaseName } from './own-name.js';

export const mariadbd = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/libexec/mariadbd'].find((path) =>
  existsSync(path),
);

export interface ForeignMariadb {
  url: URL;
  password: string;
  /** Runs SQL as the superuser. @returns its output */
  sql(text: string): string;
  stop(): Promise<void>;
}

/** A MariaDB in a temporary folder, whose certificate is that of `tests/support/tls`. */
export async function startForeignMariadb(): Promise<ForeignMariadb> {
  const folder = await memoryFolder();
  const dataDir = join(folder.path, 'data');
  const socket = join(folder.path, 'm.sock');
  const user = `--user=${process.getuid?.() === 0 ? 'root' : execFileSync('id', ['-un']).toString().trim()}`;
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', user, `--datadir=${dataDir}`, '--auth-root-authentication-method=normal'],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const certificate = [`--ssl-cert=${tlsFile('server.crt')}`, `--ssl-key=${tlsFile('server.key')}`];
  const options = [
    '--no-defaults',
    user,
    `--datadir=${dataDir}`,
    `--socket=${socket}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
  ];
  const server: ChildProcess = spawn(
    mariadbd as string,
    [
      ...options,
      ...certificate,
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=0',
      `--pid-file=${join(folder.path, 'pid')}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((done) => server.once('exit', done));
  const sql = (text: string) =>
    execFileSync('mariadb', ['--no-defaults', '-uroot', `--socket=${socket}`, '-N', '-e', text], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  await waitFor(() => sql('select 1').trim() === '1');
  const name = ownDatabaseName();
  const password = `pass/word@${name}`;
  sql(
    `create database ${name} character set utf8mb4; create user ${name}@'%' identified by '${password}'; grant all on ${name}.* to ${name}@'%'`,
  );
  const url = new URL(`mysql://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`);
  return {
    url,
    password,
    sql: (text) => sql(`use ${name}; ${text}`).trim(),
    stop: async () => {
      server.kill('SIGKILL');
      await ended;
      folder.remove();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
