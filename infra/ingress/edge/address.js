// Which sandbox port a request names: a label (`shared/domain/sandboxes/ingress/label.ts`) or a name (`name.ts`).
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const HALF = 24;
const PORT_NAMES = 4;
const FIRST_OPENED_SLOT = 8;

export const LABEL = 1;
export const NAME = 2;
export const AGENT_SERVER = 0;

/** Without a domain, this is empty, and labels and names are the first part of the path. */
export const SANDBOX_DOMAIN = '{sandboxDomain}';

/** The label or name of a request, and the rest of its URL; undefined without one. */
export function addressed(request) {
  const host = request.headers.host.value.toLowerCase();
  if (SANDBOX_DOMAIN !== '') {
    const name = host.split(':')[0];
    const suffix = `.${SANDBOX_DOMAIN}`;
    const text = name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : '';
    return hasForm(text) ? { text: text, prefix: '', uri: request.uri, host: host } : undefined;
  }
  const end = request.uri.indexOf('/', 1);
  const first = end === -1 ? request.uri.slice(1) : request.uri.slice(1, end);
  const text = first.toLowerCase();
  if (!hasForm(text)) return undefined;
  return { text: text, prefix: `/${first}`, uri: end === -1 ? '/' : request.uri.slice(end), host: host };
}

function hasForm(text) {
  return text.length === 2 * HALF && /^[a-z2-7]+$/.test(text);
}

export function signedPart(text) {
  return text.slice(0, HALF);
}

export function signatureBytes(text) {
  return bytesOf(text.slice(HALF));
}

/** The first byte distinguishes labels from names. A label's slot is the number of its port's name. */
export function readAddress(text) {
  const bytes = bytesOf(signedPart(text));
  const address = { version: bytes[0], keyNumber: bytes[1] };
  if (address.version === NAME) {
    address.id = base32(bytes.slice(2, 12));
    address.port = bytes[12] * 256 + bytes[13];
    address.slot = bytes[14];
  } else {
    address.slot = bytes[2];
    address.task = bytes.slice(3, 7);
    address.port = bytes[7] * 256 + bytes[8];
    address.endsAt = ((bytes[11] * 256 + bytes[12]) * 256 + bytes[13]) * 256 + bytes[14];
  }
  return address;
}

export function isUsable(address) {
  if (address.port < 1024) return false;
  if (address.version === LABEL) return address.slot < PORT_NAMES && isPublic(address.task);
  return address.slot < PORT_NAMES || isOpened(address);
}

/** Whether it is the address of a port that a client opened. */
export function isOpened(address) {
  return address.version === NAME && address.slot >= FIRST_OPENED_SLOT;
}

function bytesOf(text) {
  const bytes = [];
  let value = 0;
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) {
    value = value * 32 + ALPHABET.indexOf(text[at]);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(Math.floor(value / 2 ** bits));
      value %= 2 ** bits;
    }
  }
  return bytes;
}

/** For ten bytes, which are 16 characters. */
function base32(bytes) {
  let text = '';
  let value = 0;
  let bits = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    value = value * 256 + bytes[at];
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[Math.floor(value / 2 ** bits)];
      value %= 2 ** bits;
    }
  }
  return text;
}

/** The task of a sandbox's entry in the store; undefined if no task can have its address. */
export function taskOf(entry) {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(entry.a)) return undefined;
  const task = entry.a.split('.').map(Number);
  return isPublic(task) ? task : undefined;
}

/** Whether a task can have this address, which must not be one of IANA's special-purpose addresses. */
function isPublic(address) {
  const a = address[0];
  const b = address[1];
  const c = address[2];
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b <= 127) return false;
  if (a === 169 && b === 254) return false;
  if (a === 172 && b >= 16 && b <= 31) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !(a === 203 && b === 0 && c === 113);
}
