import type { ConnectionOptions } from 'node:tls';
import { tlsOf } from '../database/tls-settings.js';
import type { DatabaseUnreachable } from '../errors/database-errors.js';

/** The parts of `WAKEUP_URL`. */
export interface RedisAddress {
  host: string;
  port: number;
  username: string | undefined;
  password: string | undefined;
  db: number;
  tls: ConnectionOptions | undefined;
}

const defaultPort = 6379;
const parameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword'];

/** Whether a text is a Redis URL. Certificates that it names are not read. */
export function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url?.hostname || !/^\/?\d{0,4}$/.test(url.pathname) || url.hash) return false;
  const names = [...url.searchParams.keys()];
  if (url.protocol === 'redis:') return names.length === 0;
  return url.protocol === 'rediss:' && names.every((name) => parameters.includes(name));
}

/**
 * Reads a Redis URL. With `rediss:` the certificate is verified, unless `sslmode` asks for less; the parameters mean what they
 * mean in DATABASE_URL.
 * @throws Error naming the parameter, what is wrong with it and what is accepted
 */
export function readRedisAddress(text: string): RedisAddress {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(url.port) || defaultPort,
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db: Number(url.pathname.slice(1)),
    tls: url.protocol === 'rediss:' ? readTls(url.searchParams, host) : undefined,
  };
}

function readTls(given: URLSearchParams, host: string): ConnectionOptions {
  const asked = new URLSearchParams(given);
  if (!asked.has('sslmode')) asked.set('sslmode', 'verify-full');
  try {
    const { ssl } = tlsOf(asked, host);
    if (typeof ssl === 'object') return ssl;
  } catch (error) {
    const { reason = (error as Error).message } = error as Partial<DatabaseUnreachable>;
    throw new Error(`WAKEUP_URL must be the address of a usable Redis: ${reason}`, { cause: error });
  }
  throw new Error(
    'WAKEUP_URL must be the address of a usable Redis: sslmode must not be disable with rediss:. Begin it with redis: for connections without TLS.',
  );
}
