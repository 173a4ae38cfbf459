import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Which hosts may be reached. Decides about names and addresses only, never looks one up. */
export interface AddressPolicy {
  /** True where a connection to this IP address may be opened. */
  permits(address: string): boolean;
  /** True where the operator listed the name itself: whatever address it has is fine. */
  trusts(hostname: string): boolean;
}

// Public as far as ipaddr.js knows, yet Azure's machine metadata and wire server.
const azureWireServer = ipaddr.IPv4.parse('168.63.129.16').toString();
// All of today's public IPv6. Leaves out `::/96`, whose addresses carry an IPv4 address inside, and what is unassigned.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const hostnamePattern = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/**
 * Permits public addresses and what `allow` lists: host names, IP addresses, CIDR ranges.
 * @throws Error naming the entry that is none of these.
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

/** A host name as it is compared: lower case, without the dot that ends a full name. */
export function plainHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : address.toString() !== azureWireServer;
}

// A listed IPv4 range holds for the same address written as IPv6 (`::ffff:127.0.0.1`).
function isWithin(address: Address, [network, bits]: Range): boolean {
  const mapped = address instanceof ipaddr.IPv6 && network instanceof ipaddr.IPv4 && address.isIPv4MappedAddress();
  const comparable = mapped ? address.toIPv4Address() : address;
  return comparable.kind() === network.kind() && comparable.match(network, bits);
}

function parseAddress(text: string): Address | null {
  const address = text.replace(/%.*$/, '');
  // The library reads `::1.2.3.4` as the mapped `::ffff:1.2.3.4`, which is another address.
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
  throw new Error(`OUTBOUND_ALLOW: "${entry}" is no host name, IP address or CIDR range. Write it like 10.0.0.0/8.`);
}
