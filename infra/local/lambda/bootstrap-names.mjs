// Resolves names that lead to this machine in every browser, but not in every resolver. Plain JavaScript for the same
// reason as bootstrap.mjs.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const LOOPBACK = { address: '127.0.0.1', family: 4 };

let isPatched = false;

/**
 * Resolves names below `localhost`, as the SDK and the local edge use them, and names below the domain of sandboxes to
 * loopback in this process. Other names are resolved as before.
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
    // Keeps the result of `promisify` too.
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
