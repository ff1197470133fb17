import ipaddr from 'ipaddr.js';

/** Documentation (RFC 9637), which the list of ipaddr.js does not have. */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/** What is routed on the public internet; everything else in IPv6, forms that carry an IPv4 address among it, is for a network of its own. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether anybody on the internet may be there. Whatever is not known to be public is not: private, loopback, link-local, metadata, multicast, mapped, translated. */
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
