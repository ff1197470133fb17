import ipaddr from 'ipaddr.js';

/** Stands for a missing address. API Gateway always sends one. */
const UNKNOWN = 'unknown';

/**
 * Identifies anonymous callers by their IPv4 address, or by the first 64 bits of their IPv6 address, as one subscriber
 * has all addresses with that prefix. The address comes from API Gateway, never from a header.
 */
export function callerAddress(sourceIp: string | null): string {
  if (sourceIp === null || !ipaddr.isValid(sourceIp)) return UNKNOWN;
  const address = ipaddr.process(sourceIp);
  if (address.kind() === 'ipv4') return address.toString();
  const [a, b, c, d] = (address as ipaddr.IPv6).parts;
  return `${new ipaddr.IPv6([a ?? 0, b ?? 0, c ?? 0, d ?? 0, 0, 0, 0, 0]).toString()}/64`;
}
