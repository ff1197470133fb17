import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** What a ciphertext begins with: the format, then the id of the key. */
const FORMAT = 1;
const ID_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES + IV_BYTES + TAG_BYTES;

interface Key {
  /** A UUID. */
  readonly id: string;
  readonly material: Uint8Array;
}

/** Names and values that a text is bound to: it opens with the same ones only. */
type Context = Readonly<Record<string, string>>;

export function seal(plaintext: Uint8Array, { id, material }: Key, context: Context): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', material, iv).setAAD(boundTo(context));
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([
    Buffer.of(FORMAT),
    Buffer.from(id.replaceAll('-', ''), 'hex'),
    iv,
    cipher.getAuthTag(),
    sealed,
  ]);
}

/** Undefined when it was sealed with another key or context, or is no ciphertext at all. */
export function open(ciphertext: Uint8Array, { id, material }: Key, context: Context): Buffer | undefined {
  if (keyIdIn(ciphertext) !== id) return undefined;
  const bytes = Buffer.from(ciphertext);
  const ivAt = 1 + ID_BYTES;
  const tagAt = ivAt + IV_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', material, bytes.subarray(ivAt, tagAt))
    .setAAD(boundTo(context))
    .setAuthTag(bytes.subarray(tagAt, HEAD_BYTES));
  const opened = decipher.update(bytes.subarray(HEAD_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    // The only thing that fails here: the tag does not fit.
    return undefined;
  }
}

/** The id of the key that made a ciphertext, or undefined when it is none. */
export function keyIdIn(ciphertext: Uint8Array): string | undefined {
  if (ciphertext.length <= HEAD_BYTES || ciphertext[0] !== FORMAT) return undefined;
  const hex = Buffer.from(ciphertext).toString('hex', 1, 1 + ID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The order of names means nothing. */
function boundTo(context: Context): Buffer {
  const entries = Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify(entries));
}
