import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { SUSPENDED_AT } from '../../billing/budgets/account.ts';
import type { ConversationHome } from '../record/conversation-homes.ts';
import { DynamoConversationHomes } from '../record/dynamo-conversation-store.ts';
import { opens, type ShareName } from '../record/share-link.ts';
import type { SharedConversations } from './read-shared.ts';

/** The most owners with one ID. Someone who knows an ID can make another one with it, which must not hide a link. */
const MOST = 20;

const Key = z.object({ owner_id: z.string(), conversation_id: z.string() });

/** An index finds the row, slightly stale. The row itself and that of its owner, read consistently, decide. */
export class DynamoSharedConversations
  extends TableStore<Tables<'conversations' | 'sandboxes' | 'owners'>>
  implements SharedConversations
{
  readonly #homes = new DynamoConversationHomes(this.documents, this.tables, this.now);

  async find(name: ShareName): Promise<ConversationHome | undefined> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.conversations,
        IndexName: 'share_index',
        KeyConditionExpression: 'share_key = :handle',
        ExpressionAttributeValues: { ':handle': name.handle },
        Limit: MOST,
      }),
    );
    // The oldest first: another owner who chooses the same ID later does not take its place.
    for (const found of Items.map((item) => Key.parse(item))) {
      const [home, isActive] = await Promise.all([
        this.#homes.find(found.owner_id, found.conversation_id),
        this.#isActive(found.owner_id),
      ]);
      if (home && opens(name, home.conversation)) return isActive ? home : undefined;
    }
    return undefined;
  }

  /** An owner that is deleted is suspended first. Its conversations go later, when its sandboxes have ended. */
  async #isActive(ownerId: string): Promise<boolean> {
    const row = await getItem(this.documents, this.tables.owners, { owner_id: ownerId });
    return row?.[SUSPENDED_AT] === undefined && row?.deleting_at === undefined;
  }
}
