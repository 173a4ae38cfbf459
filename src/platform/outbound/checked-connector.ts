import { lookup as systemLookup } from 'node:dns';
import { connect as connectSocket, isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressPolicy, plainHost } from './address-policy.js';
import { blockedHost, describeFailure } from './outbound-error.js';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Resolves a host name to its addresses. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

const connectTimeoutMs = 10_000;
const loopback: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Opens connections to permitted addresses only. The addresses that were checked are the ones connected to, so a name
 * that changes its address between check and use (DNS rebinding) is no risk.
 */
export function checkedConnector(policy: AddressPolicy, resolve: Resolve = resolveBySystem): buildConnector.connector {
  const connect = buildConnector({
    lookup: checkedLookup(policy, resolve),
    allowH2: false,
    timeout: connectTimeoutMs,
  });
  return (options, callback) => {
    // Node resolves names only; a literal address would not be checked.
    if (isIP(options.hostname) !== 0 && !policy.permits(options.hostname)) {
      queueMicrotask(() => callback(blockedHost(options.hostname), null));
    } else {
      connect(options, callback);
    }
  };
}

/**
 * Opens a plain connection for a protocol other than HTTP, with the same checks.
 * @throws OutboundError
 */
export function connectChecked(
  policy: AddressPolicy,
  { host, port }: { host: string; port: number },
  resolve: Resolve = resolveBySystem,
): Promise<Socket> {
  if (isIP(host) !== 0 && !policy.permits(host)) return Promise.reject(blockedHost(host));
  return new Promise((done, fail) => {
    const socket = connectSocket({ host, port, lookup: checkedLookup(policy, resolve), timeout: connectTimeoutMs });
    const give = (error: unknown) => {
      socket.destroy();
      fail(describeFailure(error, host));
    };
    socket.once('error', give);
    socket.once('timeout', () => give(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('connect', () => {
      socket.removeAllListeners();
      socket.setTimeout(0);
      done(socket);
    });
  });
}

function checkedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: Error) => callback(error, '', 0);
    addressesOf(hostname, policy, resolve).then((found) => {
      const first = found[0];
      if (!first) fail(blockedHost(hostname));
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    }, fail);
  };
}

async function addressesOf(hostname: string, policy: AddressPolicy, resolve: Resolve): Promise<ResolvedAddress[]> {
  const name = plainHost(hostname);
  const local = name === 'localhost' || name.endsWith('.localhost');
  const found = local ? loopback : await resolve(hostname);
  return policy.trusts(name) ? found : found.filter(({ address }) => policy.permits(address));
}

function resolveBySystem(hostname: string): Promise<ResolvedAddress[]> {
  return new Promise((done, fail) => {
    systemLookup(hostname, { all: true }, (error, found) => (error ? fail(error) : done(found)));
  });
}
