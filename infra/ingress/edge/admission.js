// Who reaches an opened port that asks for a key: a request with the session key, or with a cookie that the service made.
import { hmac, isEqual, sha256 } from './signature.js';

const HEADER = 'x-session-api-key';
const QUERY = 'session_api_key';
export const COOKIE = '__Host-sandbox-port';

/** The characters of a hash of the session key in an entry. */
const HASH = 22;

/** @param hash that of the entry; undefined for an entry that admits no key */
export function isAdmitted(request, host, address, hash, nameKey) {
  if (hash === undefined) return false;
  const query = request.querystring[QUERY];
  const keys = [firstOf(request.headers[HEADER]), bearerOf(request), firstOf(query)];
  return keys.some((key) => isSessionKey(key, address, hash)) || hasCookie(request, host, address, hash, nameKey);
}

/** Removes what opens the port, because the app behind it is not the agent server. */
export function withoutCredentials(request, address, hash) {
  const headers = request.headers;
  delete headers[HEADER];
  delete request.cookies[COOKIE];
  if (hash !== undefined && isSessionKey(bearerOf(request), address, hash)) delete headers.authorization;
  if (headers.referer !== undefined)
    headers.referer = { value: headers.referer.value.replace(/([?&])session_api_key=[^&#]*&?/g, '$1') };
}

/** Whether the URL has a key. The page of such a URL would know it. */
export function hasKeyInUrl(request) {
  return request.querystring[QUERY] !== undefined;
}

export function withoutKey(query) {
  return query
    .split('&')
    .filter((part) => part.split('=')[0] !== QUERY)
    .join('&');
}

function isSessionKey(key, address, hash) {
  return key !== '' && isEqual(sha256(`${address.id}|${key}`).slice(0, HASH), hash);
}

function bearerOf(request) {
  const found = /^bearer +(\S+)$/i.exec(firstOf(request.headers.authorization));
  return found === null ? '' : found[1];
}

/** A cookie of this port that has not ended. Pages of other origins cannot use it. */
function hasCookie(request, host, address, hash, nameKey) {
  const parts = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(firstOf(request.cookies[COOKIE]));
  if (parts === null || Number(parts[1]) <= Date.now() / 1000) return false;
  const origin = firstOf(request.headers.origin);
  if (origin !== '' && origin.split('//')[1] !== host) return false;
  // What a page of another sandbox only embeds, such as an image or a script, has no origin.
  const isEmbedded = firstOf(request.headers['sec-fetch-mode']) !== 'navigate';
  if (isEmbedded && /^(?:same|cross)-site$/.test(firstOf(request.headers['sec-fetch-site']))) return false;
  const signed = `cookie|${address.id}|${address.slot}|${parts[1]}|${hash}`;
  return isEqual(hmac(nameKey, signed), parts[2]);
}

function firstOf(entry) {
  return entry === undefined ? '' : entry.value;
}
