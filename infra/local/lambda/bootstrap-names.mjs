// Names that lead to this machine in every browser, and not in every resolver. Plain JavaScript for the same reason as
// bootstrap.mjs.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const LOOPBACK = { address: '127.0.0.1', family: 4 };

let isPatched = false;

/**
 * Whether a name is below `localhost`, as the SDK and sandboxes behind the local edge have them, or in the domain that
 * LOCAL_SANDBOX_DOMAIN gives to sandboxes.
 *
 * @param {string} name
 */
export function isLocalName(name) {
  const lower = name.toLowerCase();
  const domain = (process.env.LOCAL_SANDBOX_DOMAIN ?? '').toLowerCase();
  return lower.endsWith('.localhost') || (domain !== '' && (lower === domain || lower.endsWith(`.${domain}`)));
}

/** Resolves such names to loopback in this process; all others as before. */
export function patchLookups() {
  if (isPatched) return;
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
    // What `promisify` makes of it is among them.
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
