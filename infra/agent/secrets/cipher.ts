import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Seals what a conversation keeps secret, by AES-256-GCM. A text opens only for the conversation it was sealed for. */
export class Cipher {
  private readonly key: Buffer;

  constructor(secretKey: string) {
    this.key = Buffer.from(hkdfSync('sha256', secretKey, '', 'reference-agent/conversation-secrets', 32));
  }

  seal(text: string, conversationId: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(conversationId));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** The sealed text, or undefined when another key sealed it or it was altered. */
  open(sealed: string, conversationId: string): string | undefined {
    const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url');
    if (!sealed.startsWith(`${version}.`) || bytes.length < ivBytes + tagBytes) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(conversationId));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      // GCM tells a wrong key from an altered text as little as it tells its reason.
      return undefined;
    }
  }
}
