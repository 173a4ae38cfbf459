import { isIP, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { type Outbound, OutboundError } from '../outbound/index.js';
import type { DatabaseAccess, DatabaseTarget } from './database-access.js';
import { connectFailure, DatabaseError, type ServerFailure, tlsFailure, unreachable } from './database-error.js';

/** The checked network access that connections to databases need. */
export type Connect = Outbound['connect'];

export const connectTimeoutMs = 10_000;

/** @throws OutboundError `OUTBOUND_BLOCKED`; DatabaseError */
export async function openSocket(connect: Connect, { host, port }: DatabaseTarget): Promise<Socket> {
  try {
    const socket = await connect({ host, port });
    return socket.setNoDelay(true).setKeepAlive(true, 30_000);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code === 'OUTBOUND_BLOCKED') throw error;
    throw unreachable(host, error.message, error.retryable);
  }
}

/** How a connection is encrypted; undefined for not at all. */
export function tlsOptions({ tls, ca, target }: DatabaseAccess): ConnectionOptions | undefined {
  if (tls === 'off') return undefined;
  // An address is no server name of TLS, but is what its certificate is checked against.
  const host = isIP(target.host) === 0 ? {} : { host: target.host };
  return { rejectUnauthorized: tls === 'verify', minVersion: 'TLSv1.2', ...(ca !== null && { ca }), ...host };
}

/**
 * Waits for what a connection needs before it can be used.
 * @throws the signal's reason; DatabaseError
 */
export function inTime<T>(work: Promise<T>, host: string, signal: AbortSignal, giveUp: () => void): Promise<T> {
  return new Promise((done, fail) => {
    const end = (reason: unknown) => {
      giveUp();
      fail(reason);
    };
    const abort = () => end(signal.reason);
    const timer = setTimeout(() => end(silent(host)), connectTimeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(done, fail).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
  });
}

const silent = (host: string): DatabaseError => unreachable(host, 'it did not answer in time.', true);

/** The driver ends an authentication that it cannot continue, for example without a password. */
const unauthenticated: ServerFailure = { sqlState: '28000', message: 'The user could not be authenticated.' };

/** Why a connection could not be opened. @param rejection what the server said; null if it said nothing */
export function openFailure(error: unknown, rejection: ServerFailure | null, { target }: DatabaseAccess): Error {
  if (error instanceof DatabaseError || error instanceof OutboundError) return error;
  if (rejection) return connectFailure(rejection, target.password);
  if (/SASL|SCRAM|AUTH_SWITCH|CLEAR_PASSWORD/.test(String(error))) return connectFailure(unauthenticated, '');
  return tlsFailure(target.host, error) ?? unreachable(target.host, 'it closed the connection.', true);
}
