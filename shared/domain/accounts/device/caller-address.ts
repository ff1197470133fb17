import ipaddr from 'ipaddr.js';
import type { RequestOrigin } from '../../../contract/endpoint/caller.ts';
import type { Asker } from './dynamo-device-codes.ts';

/** What a caller without an address is counted as. API Gateway gives each request one. */
const UNKNOWN = 'unknown';

/**
 * Identifies anonymous callers: an IPv4 address, or the first 64 bits of an IPv6 address, as one subscriber has all
 * addresses with that prefix. It is the address that API Gateway saw, never one from a header.
 */
export function callerAddress(sourceIp: string | null): string {
  if (sourceIp === null || !ipaddr.isValid(sourceIp)) return UNKNOWN;
  const address = ipaddr.process(sourceIp);
  if (address.kind() === 'ipv4') return address.toString();
  const [a, b, c, d] = (address as ipaddr.IPv6).parts;
  return `${new ipaddr.IPv6([a ?? 0, b ?? 0, c ?? 0, d ?? 0, 0, 0, 0, 0]).toString()}/64`;
}

const MOST_CHARACTERS = 120;

/** What a person who approves a device reads of it. A program may claim any name, so it is one line of plain text. */
export function askerOf({ userAgent, sourceIp }: Pick<RequestOrigin, 'userAgent' | 'sourceIp'>): Asker {
  const program = userAgent
    ?.replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
  return { ...(program && { program }), ...(sourceIp !== null && { address: sourceIp }) };
}
