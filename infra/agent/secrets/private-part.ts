import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { JsonObject } from '../base/json.ts';
import { maskedSecrets, SecretRegistry, withoutSecrets } from './secret-registry.ts';

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts the secrets of conversations with AES-256-GCM. Each text is bound to its conversation. */
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

  /** Undefined if the text was encrypted with another key, or altered. */
  open(sealed: string, conversationId: string): string | undefined {
    const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url');
    if (!sealed.startsWith(`${version}.`) || bytes.length < ivBytes + tagBytes) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(conversationId));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      // GCM does not distinguish a wrong key from an altered text.
      return undefined;
    }
  }
}

/** The unmasked agent and secrets of a conversation. */
export interface PrivatePart {
  readonly agent: JsonObject;
  readonly secrets: JsonObject;
}

/** The private part on disk: masked, and encrypted. */
export interface StoredPrivatePart extends PrivatePart {
  /** Null without secrets or without a key. */
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

/** @returns undefined if another key encrypted it */
export function openPrivatePart(
  { agent, secrets, sealed }: StoredPrivatePart,
  cipher: Cipher | undefined,
  conversationId: string,
): PrivatePart | undefined {
  if (sealed === null) return { agent, secrets };
  const text = cipher?.open(sealed, conversationId);
  // The encryption proves that this server wrote it.
  return text === undefined ? undefined : (JSON.parse(text) as PrivatePart);
}

/** The agent of a conversation, with keys, and its secrets. */
export class ConversationSecrets {
  readonly registry: SecretRegistry;
  private readonly conversationId: string;
  private readonly cipher: Cipher | undefined;
  private part: PrivatePart | undefined;

  /** @param part undefined if another key encrypted it */
  constructor(conversationId: string, part: PrivatePart | undefined, cipher: Cipher | undefined) {
    this.conversationId = conversationId;
    this.part = part;
    this.cipher = cipher;
    this.registry = new SecretRegistry(part?.secrets ?? {});
  }

  /** @throws LockedError when the secrets cannot be decrypted */
  open(): PrivatePart {
    if (this.part) return this.part;
    throw new LockedError();
  }

  /** @returns the new part to store */
  change(change: { readonly llm?: JsonObject; readonly secrets?: JsonObject }): StoredPrivatePart {
    const open = this.open();
    const agent = change.llm ? { ...open.agent, llm: change.llm } : open.agent;
    this.part = { agent, secrets: { ...open.secrets, ...change.secrets } };
    this.registry.update(change.secrets ?? {});
    return sealPrivatePart(this.part, this.cipher, this.conversationId);
  }
}

class LockedError extends Error {
  override readonly name = 'SecretsUnreadable';

  constructor() {
    super(
      'The secrets of this conversation were encrypted with another secret key, so its agent cannot run. ' +
        'Start the server with the former key (OH_SECRET_KEY, or secret_key of the initialisation).',
    );
  }
}
