import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressPolicy, plainHost } from './address-policy.js';
import { blockedHost } from './outbound-error.js';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Finds the addresses of a host name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

const connectTimeoutMs = 10_000;
const loopback: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Opens connections to permitted addresses only. The very addresses that were checked are the ones connected to, so
 * a name that changes its address between check and use (DNS rebinding) gains nothing.
 */
export function checkedConnector(policy: AddressPolicy, resolve: Resolve = resolveBySystem): buildConnector.connector {
  const connect = buildConnector({
    lookup: checkedLookup(policy, resolve),
    allowH2: false,
    timeout: connectTimeoutMs,
  });
  return (options, callback) => {
    // Node looks up names only; a literal address would pass unseen.
    if (isIP(options.hostname) !== 0 && !policy.permits(options.hostname)) {
      queueMicrotask(() => callback(blockedHost(options.hostname), null));
    } else {
      connect(options, callback);
    }
  };
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
