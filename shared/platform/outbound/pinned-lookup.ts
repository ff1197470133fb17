import type { LookupFunction } from 'node:net';
import type { Address } from './target.ts';

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
