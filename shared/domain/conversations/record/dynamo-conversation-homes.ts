import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isUuid } from '../../../contract/shapes/ids.ts';
import { batchGetFrom } from '../../../platform/aws/batch-get.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { Table } from '../../../rights/statement.ts';
import { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { isPurged } from '../../sandboxes/store/sandbox-store.ts';
import { Conversation } from './conversation.ts';
import { type ConversationHome, type ConversationHomes, isIn } from './conversation-homes.ts';

interface Tables {
  readonly conversations: Table<'conversations'>;
  readonly sandboxes: Table<'sandboxes'>;
}

/**
 * A conversation names its first sandbox, so that both rows are read at once. For a conversation in another sandbox,
 * such as that of its parent, the guess costs one read unit, and a second call reads the right row.
 */
export class DynamoConversationHomes implements ConversationHomes {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: Tables;
  readonly #now: Clock;

  constructor(documents: DynamoDBDocumentClient, tables: Tables, now: Clock = systemClock) {
    this.#documents = documents;
    this.#tables = tables;
    this.#now = now;
  }

  async find(ownerId: string, conversationId: string): Promise<ConversationHome | undefined> {
    const [[item] = [], sandboxes = []] = await batchGetFrom(this.#documents, [
      { table: this.#tables.conversations, keys: [{ owner_id: ownerId, conversation_id: conversationId }] },
      // No sandbox has an id of any other form.
      { table: this.#tables.sandboxes, keys: isUuid(conversationId) ? [sandboxKey(ownerId, conversationId)] : [] },
    ]);
    if (!item) return undefined;
    const conversation = Conversation.parse(item);
    const guessed = this.#present(sandboxes);
    // The two rows are no snapshot: any other row than the right one is read again, now after the conversation.
    if (guessed && isIn(guessed, conversation)) return { conversation, found: guessed };
    const keys = [sandboxKey(ownerId, conversation.sandbox_id)];
    const [rows = []] = await batchGetFrom(this.#documents, [{ table: this.#tables.sandboxes, keys }]);
    return { conversation, found: this.#present(rows) };
  }

  #present([row]: readonly unknown[]): Sandbox | undefined {
    const sandbox = row === undefined ? undefined : Sandbox.parse(row);
    return sandbox && !isPurged(sandbox, this.#now()) ? sandbox : undefined;
  }
}

function sandboxKey(ownerId: string, sandboxId: string): Record<string, unknown> {
  return { owner_id: ownerId, sandbox_id: sandboxId };
}
