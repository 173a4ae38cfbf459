import { chmod, chown, copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { memoryFolder } from './temporary-folder.js';
import { testPool } from './test-pool.js';

/** A Postgres that accepts connections of the application over TLS or a Unix socket only. */
export interface TlsPostgres {
  /** The URL of the application's database with these parameters; those for files name one of `tests/support/tls`. */
  url(parameters?: Record<string, string>, host?: string): string;
  /** Like `url`, over the Unix socket. */
  socketUrl(parameters?: Record<string, string>): string;
  port: number;
  /** The URL of the superuser, which can see all connections. */
  admin: pg.Pool;
  stop(): Promise<void>;
}

/** The path of a certificate or key in `tests/support/tls`. */
export function tlsFile(name: string): string {
  return fileURLToPath(new URL(`tls/${name}`, import.meta.url));
}

const isFile = (parameter: string) => ['sslrootcert', 'sslcert', 'sslkey'].includes(parameter);

// The superuser of the embedded Postgres connects without TLS.
const rules = `
host    all       postgres  127.0.0.1/32 scram-sha-256
local   workspace workspace              scram-sha-256
hostssl certified workspace all          scram-sha-256 clientcert=verify-ca
hostssl all       workspace all          scram-sha-256
`;

/** Starts it on 127.0.0.1, 127.0.0.2 and the given `addresses`. Its certificate is for localhost, 127.0.0.1 and ::1. */
export async function startTlsPostgres(addresses: string[] = []): Promise<TlsPostgres> {
  const folder = await memoryFolder();
  const dataDir = folder.path;
  const first = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  await first.stop();
  const cluster = join(dataDir, 'postgres/cluster');
  const sockets = join(cluster, 's');
  // Postgres accepts a key only when no other user can read it. As root, Postgres runs as another user.
  const { uid, gid } = await stat(cluster);
  await mkdir(sockets, { mode: 0o755 });
  await writeFile(join(cluster, 'hba.conf'), rules);
  for (const name of ['server.crt', 'server.key', 'ca.crt']) await copyFile(tlsFile(name), join(cluster, name));
  for (const name of ['server.crt', 'server.key', 'ca.crt', 'hba.conf']) {
    await chmod(join(cluster, name), 0o600);
    await chown(join(cluster, name), uid, gid);
  }
  await chown(sockets, uid, gid);
  const tls = { ssl: 'on', ssl_cert_file: 'server.crt', ssl_key_file: 'server.key', ssl_ca_file: 'ca.crt' };
  const listen_addresses = ['127.0.0.1', '127.0.0.2', ...addresses].join(',');
  const places = { hba_file: join(cluster, 'hba.conf'), unix_socket_directories: sockets, listen_addresses };
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', ...tls, ...places } });
  const admin = testPool(postgres.adminUrl, { max: 2 });
  await admin.query('create database certified owner workspace');
  const { port } = new URL(postgres.url);
  const query = (parameters: Record<string, string>) => {
    const texts = new URLSearchParams(parameters);
    for (const [name, text] of Object.entries(parameters)) if (isFile(name)) texts.set(name, tlsFile(text));
    return texts;
  };
  return {
    url: (parameters = {}, host = 'localhost') => `${postgres.url.replace('127.0.0.1', host)}?${query(parameters)}`,
    socketUrl: (parameters = {}) =>
      `${postgres.url.replace(/@.*\//, '@/')}?${query({ host: sockets, port, ...parameters })}`,
    port: Number(port),
    admin,
    async stop() {
      await admin.end();
      await postgres.stop();
      folder.remove();
    },
  };
}
