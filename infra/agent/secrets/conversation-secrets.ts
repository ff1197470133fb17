import type { JsonObject } from '../base/json.ts';
import { type Cipher, type PrivatePart, type StoredPrivatePart, sealPrivatePart } from './cipher.ts';
import { SecretRegistry } from './secret-registry.ts';

/** What a conversation knows and does not show: its agent with the keys, and its secrets. */
export class ConversationSecrets {
  readonly registry: SecretRegistry;
  private readonly conversationId: string;
  private readonly cipher: Cipher | undefined;
  private part: PrivatePart | undefined;

  /** @param part undefined when it was sealed with a key that this server does not have */
  constructor(conversationId: string, part: PrivatePart | undefined, cipher: Cipher | undefined) {
    this.conversationId = conversationId;
    this.part = part;
    this.cipher = cipher;
    this.registry = new SecretRegistry(part?.secrets ?? {});
  }

  /** @throws LockedError when they cannot be read. */
  open(): PrivatePart {
    if (this.part) return this.part;
    throw new LockedError();
  }

  /** @returns what has to be stored of them now */
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
      'The secrets of this conversation were sealed with another secret key, so its agent cannot run. ' +
        'Start the server with the key it had before (OH_SECRET_KEY, or secret_key of the initialisation).',
    );
  }
}
