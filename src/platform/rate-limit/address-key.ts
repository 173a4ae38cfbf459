import ipaddr from 'ipaddr.js';

/** The key of a client's address: the IPv4 address, or the /64 network of an IPv6 address, which belongs to one customer. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().replace(/%.*$/, '')}/64`);
  return `${network.toString()}/64`;
}
