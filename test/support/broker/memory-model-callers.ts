import type { ModelCallers } from '../../../shared/domain/broker/keys/authenticate-model-key.ts';
import type { ModelCaller } from '../../../shared/domain/broker/keys/model-caller.ts';
import type { ClaimedCaller } from '../../../shared/domain/broker/keys/model-keys.ts';
import type { Conversation } from '../../../shared/domain/conversations/record/conversation.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { noSettings, type OwnerSettings } from '../../../shared/domain/settings/settings-store.ts';

interface Rows {
  readonly conversations?: readonly Conversation[];
  readonly sandboxes?: readonly Sandbox[];
  readonly settings?: readonly OwnerSettings[];
}

/** The rows that model keys name, and how often they were read. */
export class MemoryModelCallers implements ModelCallers {
  reads = 0;
  readonly #rows: Rows;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  async find({ ownerId, sandboxId, conversationId }: ClaimedCaller): Promise<ModelCaller | undefined> {
    this.reads += 1;
    const { conversations = [], sandboxes = [], settings = [] } = this.#rows;
    const conversation = conversations.find(
      (row) => row.owner_id === ownerId && row.conversation_id === conversationId,
    );
    const sandbox = sandboxes.find((row) => row.owner_id === ownerId && row.sandbox_id === sandboxId);
    const own = settings.find((row) => row.owner_id === ownerId) ?? noSettings(ownerId);
    return conversation && sandbox && { conversation, sandbox, settings: own };
  }
}
