import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Which hosts may be reached. Decides by names and addresses only, and never resolves a name. */
export interface AddressPolicy {
  /** True if a connection to this IP address is allowed. */
  permits(address: string): boolean;
  /** True if the operator listed the host name: any address it has is allowed. */
  trusts(hostname: string): boolean;
}

// Public according to ipaddr.js, but used for Azure's instance metadata and wire server.
const azureWireServer = ipaddr.IPv4.parse('168.63.129.16').toString();
// All public IPv6 addresses. Excludes `::/96`, whose addresses contain an IPv4 address, and unassigned ranges.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const hostnamePattern = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/**
 * Permits public addresses and those in `allow`: host names, IP addresses, CIDR ranges.
 * @throws Error naming an entry that is none of these
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const ranges: Range[] = [];
  const hosts = new Set<string>();
  for (const entry of allow) {
    const range = parseRange(entry);
    if (range) ranges.push(range);
    else hosts.add(parseHost(entry));
  }
  return {
    permits: (address) => {
      const parsed = parseAddress(address);
      return parsed !== null && (isPublic(parsed) || ranges.some((range) => isWithin(parsed, range)));
    },
    trusts: (hostname) => hosts.has(plainHost(hostname)),
  };
}

/** A host name in its canonical form: lower case, without a trailing dot. */
export function plainHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : address.toString() !== azureWireServer;
}

// A listed IPv4 range also applies to IPv4-mapped IPv6 addresses (`::ffff:127.0.0.1`).
function isWithin(address: Address, [network, bits]: Range): boolean {
  const mapped = address instanceof ipaddr.IPv6 && network instanceof ipaddr.IPv4 && address.isIPv4MappedAddress();
  const comparable = mapped ? address.toIPv4Address() : address;
  return comparable.kind() === network.kind() && comparable.match(network, bits);
}

function parseAddress(text: string): Address | null {
  const address = text.replace(/%.*$/, '');
  // The library parses `::1.2.3.4` as the mapped `::ffff:1.2.3.4`, which is a different address.
  if (/^::\d+\./.test(address)) return null;
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address) ? ipaddr.parse(address) : null;
}

function parseRange(entry: string): Range | null {
  const address = parseAddress(entry.replace(/^\[(.*)\]$/, '$1'));
  if (address) return [address, address.kind() === 'ipv4' ? 32 : 128];
  return entry.includes('/') && ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : null;
}

function parseHost(entry: string): string {
  const host = plainHost(entry);
  if (hostnamePattern.test(host)) return host;
  throw new Error(
    `OUTBOUND_ALLOW: "${entry}" must be a host name, an IP address or a CIDR range, for example 10.0.0.0/8.`,
  );
}
