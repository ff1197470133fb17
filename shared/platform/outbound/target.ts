import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses that a name has at this moment. @throws when it has none. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

export interface TargetRules {
  readonly resolve: Resolve;
  /** Whether programs on the same machine may be called, also without TLS: for the service on one machine only. */
  readonly loopback: boolean;
}

/** A refused target. The message says why, and nothing about the service's network. */
export class TargetRefusedError extends Error {
  override readonly name = 'TargetRefusedError';
}

/** A request to a place that an owner named, and the addresses to which alone it may go (`pinnedTo`). */
export interface Target {
  readonly url: URL;
  /** The name or address as a connection is opened to it. */
  readonly hostname: string;
  readonly addresses: readonly Address[];
}

/** More than a name has. */
const MAX_ADDRESSES = 32;

/** Uses the system's resolver, which reads the hosts file too. */
export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** Checks a target by its URL alone. @throws TargetRefusedError */
function parseTarget(text: string, { loopback }: Pick<TargetRules, 'loopback'>): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new TargetRefusedError('the URL is not valid');
  const { protocol, username, password, port } = url;
  if (protocol !== 'https:' && !(loopback && protocol === 'http:'))
    throw new TargetRefusedError('the URL must begin with https://');
  if (username !== '' || password !== '') throw new TargetRefusedError('the URL must not hold a user name or password');
  if (port !== '' && Number(port) < 1024) throw new TargetRefusedError('the port must be 443, or 1024 and above');
  if (protocol === 'http:' && port === '') throw new TargetRefusedError('the port must be 1024 and above');
  return url;
}

/** Resolves a URL now. One forbidden address among good ones is enough to refuse. @throws TargetRefusedError */
export async function checkTarget(text: string, rules: TargetRules): Promise<Target> {
  const url = parseTarget(text, rules);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await addressesOf(hostname, rules.resolve);
  const plain = url.protocol === 'http:';
  const isAllowed = ({ address }: Address) =>
    (rules.loopback && isLoopbackAddress(address)) || (!plain && isPublicAddress(address));
  if (!addresses.every(isAllowed)) throw new TargetRefusedError('the host is not on the public internet');
  return { url, hostname, addresses };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly Address[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family: family === 6 ? 6 : 4 }];
  const found = await resolve(hostname).catch(() => []);
  if (found.length === 0) throw new TargetRefusedError('the host is not known');
  if (found.length > MAX_ADDRESSES) throw new TargetRefusedError('the host has too many addresses');
  return found;
}

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
function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}

/**
 * Answers every look-up of a connection with the addresses that were checked: a name that leads elsewhere by then
 * gains nothing. For requests with an `agent` of their own, as a kept connection was opened before the check.
 */
export function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error('there is no address'), '');
  };
}
