import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All current addresses of a host name. @throws when it has none */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

export interface TargetRules {
  readonly resolve: Resolve;
  /** Whether loopback addresses are allowed, also without TLS. Only for the local service. */
  readonly loopback: boolean;
}

/** A refused target. The message has the reason, and nothing about the service's network. */
export class TargetRefusedError extends Error {
  override readonly name = 'TargetRefusedError';
}

/** A checked URL, and the only addresses to connect to (`pinnedTo`). */
export interface Target {
  readonly url: URL;
  /** The host name or address for the connection. */
  readonly hostname: string;
  readonly addresses: readonly Address[];
}

/** More than any host needs. */
const MAX_ADDRESSES = 32;

/** Uses the system's resolver, including its hosts file. */
export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** Checks a URL without resolving it. @throws TargetRefusedError */
function parseTarget(text: string, { loopback }: Pick<TargetRules, 'loopback'>): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new TargetRefusedError('the URL is not valid');
  const { protocol, username, password, port } = url;
  if (protocol !== 'https:' && !(loopback && protocol === 'http:'))
    throw new TargetRefusedError('the URL must begin with https://');
  if (username !== '' || password !== '') throw new TargetRefusedError('the URL must not hold a user name or password');
  if (port !== '' && Number(port) < 1024) throw new TargetRefusedError('the port must be 443, or at least 1024');
  if (protocol === 'http:' && port === '') throw new TargetRefusedError('the port must be at least 1024');
  return url;
}

/** Resolves and checks a URL. One forbidden address is enough to refuse it. @throws TargetRefusedError */
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
  if (found.length === 0) throw new TargetRefusedError('the host was not found; check the domain');
  if (found.length > MAX_ADDRESSES) throw new TargetRefusedError('the host has too many addresses');
  return found;
}

/** Documentation addresses (RFC 9637), which ipaddr.js does not know. */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/** The only public IPv6 range. All others are special, including those that embed an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is public: not private, link-local, metadata, mapped or similar. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  const v6 = parsed as ipaddr.IPv6;
  return v6.zoneId === undefined && v6.match(globalUnicast) && !v6.match(documentation);
}

function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}

/**
 * A look-up that returns only checked addresses, so that a later change of DNS has no effect. Use it with a new
 * connection, as a kept one could have been opened before the check.
 */
export function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error('the host has no address'), '');
  };
}
