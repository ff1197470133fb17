import { createHash, createHmac } from 'node:crypto';
import type { MasterKeys } from '../../../platform/aws/master-keys.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { identity } from '../../sandboxes/record/identity.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';

/** What a key derives from. */
type KeyConversation = Pick<Conversation, 'conversation_id' | 'created_at'>;
type KeySandbox = Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at' | 'session_revision' | 'key_id'>;

/**
 * Derives the keys with which agents call the model broker. Each is of one conversation in one sandbox. It outlasts
 * pauses, as agents keep it in their workspace, and changes when the session key of the sandbox is rotated. It opens
 * nothing else, and no other key opens the broker: each purpose derives another key, and only these begin with
 * `acs-model.`.
 */
export class ModelKeys {
  readonly #master: Pick<MasterKeys, 'get'>;

  constructor(master: Pick<MasterKeys, 'get'>) {
    this.#master = master;
  }

  /** The key begins with the ids of its rows, so that a check reads nothing else. */
  async of(conversation: KeyConversation, sandbox: KeySandbox): Promise<string> {
    const { key_id: keyId, owner_id: ownerId, sandbox_id: sandboxId } = sandbox;
    if (keyId === null) throw new Error(`sandbox ${sandboxId} has never been started and has no keys`);
    const master = await this.#master.get(keyId);
    const secret = createHmac('sha256', master)
      .update(`model|${purposeOf(conversation, sandbox)}`)
      .digest('base64url');
    return `${PREFIX}${nameOf({ ownerId, sandboxId, conversationId: conversation.conversation_id })}.${secret}`;
  }
}

/** What the row of the conversation keeps of its key, so that a check needs no master key. */
export function modelKeyHash(conversation: KeyConversation, sandbox: Omit<KeySandbox, 'key_id'>, key: string): string {
  return createHash('sha256')
    .update(`${purposeOf(conversation, sandbox)}|${key}`)
    .digest('base64url');
}

/** Differs for each conversation, sandbox and revision of the session key, also if an id is used again. */
function purposeOf(conversation: KeyConversation, sandbox: Omit<KeySandbox, 'key_id'>): string {
  const { conversation_id: id, created_at: createdAt } = conversation;
  return `${identity(sandbox)}|${sandbox.session_revision}|${createdAt}|${id}`;
}

/** The rows that a key claims to belong to. */
export interface ClaimedCaller {
  readonly ownerId: string;
  readonly sandboxId: string;
  readonly conversationId: string;
}

const PREFIX = 'acs-model.';

/** Long enough for the longest ids. */
const KEY = /^acs-model\.([A-Za-z0-9_-]{1,2000})\.[A-Za-z0-9_-]{43}$/;

/** @returns undefined for a text that is no model key */
export function claimedCaller(key: string): ClaimedCaller | undefined {
  const [, name] = KEY.exec(key) ?? [];
  const ids = name === undefined ? [] : Buffer.from(name, 'base64url').toString().split('\n');
  const [ownerId, sandboxId, conversationId, ...others] = ids;
  if (!ownerId || !sandboxId || !conversationId || others.length > 0) return undefined;
  const claimed = { ownerId, sandboxId, conversationId };
  // Other encodings of the same bytes are not keys.
  return nameOf(claimed) === name ? claimed : undefined;
}

/** No id contains a line break. */
function nameOf({ ownerId, sandboxId, conversationId }: ClaimedCaller): string {
  return Buffer.from([ownerId, sandboxId, conversationId].join('\n')).toString('base64url');
}
