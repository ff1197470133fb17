import type { Conversation } from '../../conversations/record/conversation.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { OwnerSettings } from '../../settings/settings-store.ts';

/** The conversation and the sandbox of a model key, with the settings of their owner. */
export interface ModelCaller {
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
  /** Sealed, as stored. */
  readonly settings: OwnerSettings;
}

/**
 * Checks a model key: it names a conversation and its sandbox, and opens nothing but the broker.
 *
 * @returns undefined for an unknown or outdated key, and for a sandbox that does not run
 */
export type AuthenticateModelKey = (key: string) => Promise<ModelCaller | undefined>;
