import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Sealed } from './vault.ts';

const ALGORITHM = 'aes-256-gcm';

/** 96 bits, as GCM wants it. A data key encrypts one text only, so no two texts can share key and iv. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with a data key of 32 bytes. `context` is not stored but must be the same on opening. */
export function encrypt(text: string, dataKey: Uint8Array, context: string): Omit<Sealed, 'v' | 'key'> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, dataKey, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { iv: iv.toString('base64'), data: data.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
}

/** @throws when the key, the context or a byte differs. */
export function decrypt(sealed: Omit<Sealed, 'v' | 'key'>, dataKey: Uint8Array, context: string): string {
  const iv = Buffer.from(sealed.iv, 'base64');
  const decipher = createDecipheriv(ALGORITHM, dataKey, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  const text = Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]);
  return text.toString('utf8');
}

/** Owner and purpose as one text that no other pair makes. */
export function contextOf(ownerId: string, purpose: string): string {
  return JSON.stringify([ownerId, purpose]);
}
