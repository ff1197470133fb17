import { headerOf } from '../header.ts';

/**
 * How many conditional requests a key can make for each request of its limit. Those that end in a 304 do not count
 * towards the limit, but cost nearly as much work as others.
 */
export const CONDITIONAL_FACTOR = 5;

/** The limit of all conditional requests, and those in this minute with this one. */
export interface ConditionalState {
  readonly limit: number;
  readonly used: number;
  /** The key's own limit of requests: that of a lineage can be tighter. */
  readonly ownLimit: number;
}

/** Whether a request can end in a 304: a read with an entity tag, or with `*`. */
export function isConditional(method: string, headers: Readonly<Record<string, string | undefined>> | null): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return /^\s*(\*\s*$|(W\/)?")/.test(headerOf(headers, 'if-none-match') ?? '');
}
