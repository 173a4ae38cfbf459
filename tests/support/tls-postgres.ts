import { chmod, chown, copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { temporaryFolder } from './temporary-folder.js';
import { testPool } from './test-pool.js';

/** A Postgres of a test's own, which takes the application's connections by TLS or by a socket only. */
export interface TlsPostgres {
  /** The address of the application's database with these parameters; those for files name one of `tests/support/tls`. */
  url(parameters?: Record<string, string>, host?: string): string;
  /** As `url`, by the socket. */
  socketUrl(parameters?: Record<string, string>): string;
  port: number;
  /** By whom it may be asked about all connections. */
  admin: pg.Pool;
  stop(): Promise<void>;
}

/** The path of a certificate or key in `tests/support/tls`. */
export function tlsFile(name: string): string {
  return fileURLToPath(new URL(`tls/${name}`, import.meta.url));
}

const isFile = (parameter: string) => ['sslrootcert', 'sslcert', 'sslkey'].includes(parameter);

// The server's own superuser watches over the cluster without TLS.
const rules = `
host    all       postgres  127.0.0.1/32 scram-sha-256
local   workspace workspace              scram-sha-256
hostssl certified workspace all          scram-sha-256 clientcert=verify-ca
hostssl all       workspace all          scram-sha-256
`;

/** Starts it on 127.0.0.1, 127.0.0.2 and what else `addresses` names; its certificate is for localhost, 127.0.0.1 and ::1. */
export async function startTlsPostgres(addresses: string[] = []): Promise<TlsPostgres> {
  const folder = await temporaryFolder();
  const dataDir = folder.path;
  const first = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  await first.stop();
  const cluster = join(dataDir, 'postgres/cluster');
  const sockets = join(cluster, 's');
  // Postgres reads a key only where nobody else can. Where we are root it is another user.
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
