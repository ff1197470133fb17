import ipaddr from 'ipaddr.js';

/** Documentation (RFC 9637), which the list of ipaddr.js does not have. */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/** The only public range; all other IPv6 addresses, also those with an IPv4 address in them, are special. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is known to be public: not private, link-local, metadata, mapped or the like. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  const v6 = parsed as ipaddr.IPv6;
  return v6.zoneId === undefined && v6.match(globalUnicast) && !v6.match(documentation);
}

/** Whether it is this very machine. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}
