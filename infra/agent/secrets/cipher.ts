import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { JsonObject } from '../base/json.ts';
import { maskedSecrets, withoutSecrets } from './secret-registry.ts';

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

/** The agent and the secrets of a conversation with nothing masked. */
export interface PrivatePart {
  readonly agent: JsonObject;
  readonly secrets: JsonObject;
}

/** The same as it lies on disk: masked where it is shown, sealed where it is kept. */
export interface StoredPrivatePart extends PrivatePart {
  /** Null when there was nothing to hide or no key to hide it with. */
  readonly sealed: string | null;
}

export function sealPrivatePart(
  open: PrivatePart,
  cipher: Cipher | undefined,
  conversationId: string,
): StoredPrivatePart {
  const shown = { agent: withoutSecrets(open.agent), secrets: maskedSecrets(open.secrets) };
  const text = JSON.stringify({ agent: open.agent, secrets: open.secrets });
  const hasSecrets = text !== JSON.stringify(shown);
  return { ...shown, sealed: hasSecrets && cipher ? cipher.seal(text, conversationId) : null };
}

/** @returns undefined when it was sealed with another key */
export function openPrivatePart(
  { agent, secrets, sealed }: StoredPrivatePart,
  cipher: Cipher | undefined,
  conversationId: string,
): PrivatePart | undefined {
  if (sealed === null) return { agent, secrets };
  const text = cipher?.open(sealed, conversationId);
  // The seal proves that this server wrote it.
  return text === undefined ? undefined : (JSON.parse(text) as PrivatePart);
}
