// Names that lead to this machine in every browser, and not in every resolver. Plain JavaScript for the same reason as
// bootstrap.mjs.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const LOOPBACK = { address: '127.0.0.1', family: 4 };

let isPatched = false;

/**
 * Resolves names to loopback in this process that are below `localhost`, as the SDK and sandboxes behind the local edge
 * have them, or below the domain of sandboxes; all others as before.
 *
 * @param {string | undefined} [domain] in lower case
 */
export function patchLookups(domain) {
  if (isPatched) return;
  const ends = ['.localhost', ...(domain === undefined ? [] : [`.${domain}`])];
  const isLocalName = (/** @type {string} */ name) => ends.some((end) => name.toLowerCase().endsWith(end));
  isPatched = true;
  const { lookup } = dns;
  const { lookup: lookupAsync } = dns.promises;
  dns.lookup = Object.defineProperties(
    /** @type {(...args: any[]) => any} */
    (name, ...rest) => {
      if (!isLocalName(String(name))) return /** @type {Function} */ (lookup)(name, ...rest);
      const [options, callback] = rest.length > 1 ? rest : [{}, rest[0]];
      const isAll = typeof options === 'object' && options?.all === true;
      process.nextTick(() => (isAll ? callback(null, [LOOPBACK]) : callback(null, LOOPBACK.address, LOOPBACK.family)));
    },
    // Including the result of `promisify`.
    Object.getOwnPropertyDescriptors(lookup),
  );
  dns.promises.lookup = /** @type {(...args: any[]) => any} */ (
    async (name, options) => {
      if (!isLocalName(String(name))) return /** @type {Function} */ (lookupAsync)(name, options);
      return typeof options === 'object' && options?.all === true ? [LOOPBACK] : LOOPBACK;
    }
  );
  syncBuiltinESMExports();
}
