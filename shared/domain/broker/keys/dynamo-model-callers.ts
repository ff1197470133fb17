import { batchGetFrom } from '../../../platform/aws/batch-get.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { readConversation } from '../../conversations/record/conversation.ts';
import { readSandbox } from '../../sandboxes/record/sandbox.ts';
import { settingsOfRow } from '../../settings/dynamo-settings-store.ts';
import { noSettings } from '../../settings/settings-store.ts';
import type { ModelCallers } from './authenticate-model-key.ts';
import type { ModelCaller } from './model-caller.ts';
import type { ClaimedCaller } from './model-keys.ts';

/** Reads a conversation, its sandbox and the settings of their owner at once. */
export class DynamoModelCallers
  extends TableStore<Tables<'conversations' | 'sandboxes' | 'settings'>>
  implements ModelCallers
{
  async find({ ownerId, sandboxId, conversationId }: ClaimedCaller): Promise<ModelCaller | undefined> {
    const { conversations, sandboxes, settings } = this.tables;
    const [[conversation] = [], [sandbox] = [], [own] = []] = await batchGetFrom(this.documents, [
      { table: conversations, keys: [{ owner_id: ownerId, conversation_id: conversationId }] },
      { table: sandboxes, keys: [{ owner_id: ownerId, sandbox_id: sandboxId }] },
      { table: settings, keys: [{ owner_id: ownerId }] },
    ]);
    if (conversation === undefined || sandbox === undefined) return undefined;
    return {
      conversation: readConversation(conversation),
      sandbox: readSandbox(sandbox),
      settings: own === undefined ? noSettings(ownerId) : settingsOfRow(own),
    };
  }
}
