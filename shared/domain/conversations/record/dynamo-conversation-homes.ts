import { isUuid } from '../../../contract/shapes/ids.ts';
import { batchGetFrom } from '../../../platform/aws/batch-get.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { isPurged } from '../../sandboxes/store/sandbox-store.ts';
import { Conversation } from './conversation.ts';
import { type ConversationHome, type ConversationHomes, isIn } from './conversation-homes.ts';

/**
 * Reads a conversation and the sandbox with the same id at once, as the first sandbox of a conversation has its id. For
 * a conversation in another sandbox, such as that of its parent, the guess costs one read unit and a second request.
 */
export class DynamoConversationHomes
  extends TableStore<Tables<'conversations' | 'sandboxes'>>
  implements ConversationHomes
{
  async find(ownerId: string, conversationId: string): Promise<ConversationHome | undefined> {
    const [[item] = [], sandboxes = []] = await batchGetFrom(this.documents, [
      { table: this.tables.conversations, keys: [{ owner_id: ownerId, conversation_id: conversationId }] },
      // Sandbox ids are always UUIDs.
      { table: this.tables.sandboxes, keys: isUuid(conversationId) ? [sandboxKey(ownerId, conversationId)] : [] },
    ]);
    if (!item) return undefined;
    const conversation = Conversation.parse(item);
    const guessed = this.#present(sandboxes);
    // The two reads are not one snapshot: after a wrong guess, the sandbox is read after the conversation.
    if (guessed && isIn(guessed, conversation)) return { conversation, found: guessed };
    const keys = [sandboxKey(ownerId, conversation.sandbox_id)];
    const [rows = []] = await batchGetFrom(this.documents, [{ table: this.tables.sandboxes, keys }]);
    return { conversation, found: this.#present(rows) };
  }

  #present([row]: readonly unknown[]): Sandbox | undefined {
    const sandbox = row === undefined ? undefined : Sandbox.parse(row);
    return sandbox && !isPurged(sandbox, this.now()) ? sandbox : undefined;
  }
}

function sandboxKey(ownerId: string, sandboxId: string): Record<string, unknown> {
  return { owner_id: ownerId, sandbox_id: sandboxId };
}
