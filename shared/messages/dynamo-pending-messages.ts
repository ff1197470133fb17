import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { type Part, putWith } from '../aws/transact.ts';
import type { Clock } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import { retryLostRaces } from '../retry-lost-races.ts';
import { type NewPendingMessage, PendingMessage } from './pending-message.ts';
import { type PendingMessages, placeBehind } from './pending-messages.ts';

/** Places are written with as many digits, so that they sort as the numbers that they are. */
const DIGITS = 9;

/** One item collection for each owner; the place of a message is in its key, so that no two messages get the same. */
export class DynamoPendingMessages implements PendingMessages {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly now: Clock;

  constructor(documents: DynamoDBDocumentClient, table: string, now: Clock) {
    this.documents = documents;
    this.table = table;
    this.now = now;
  }

  add(
    ownerId: string,
    conversationId: string,
    message: NewPendingMessage,
    claim: (place: number) => Promise<readonly Part[]> = async () => [],
  ): Promise<number> {
    return retryLostRaces(async () => {
      const { position, before } = placeBehind(conversationId, await this.list(ownerId, conversationId));
      const row = { ...message, owner_id: ownerId, conversation_id: conversationId, position, sent_at: null };
      // One that has expired may still stand in this place.
      const condition = 'attribute_not_exists(owner_id) OR expires_at < :now';
      await this.put(row, condition, { ':now': this.seconds() }, await claim(before + 1));
      return before + 1;
    });
  }

  async list(ownerId: string, conversationId: string): Promise<readonly PendingMessage[]> {
    const { Items = [] } = await this.documents.send(
      new QueryCommand({
        TableName: this.table,
        KeyConditionExpression: 'owner_id = :owner AND begins_with(message_key, :conversation)',
        ExpressionAttributeValues: { ':owner': ownerId, ':conversation': `${conversationId}/` },
        ConsistentRead: true,
      }),
    );
    // DynamoDB removes what has expired when it finds the time. A queue is far smaller than what one answer holds.
    return Items.map((item) => PendingMessage.parse(item)).filter(({ expires_at: at }) => at >= this.seconds());
  }

  async markSent(message: PendingMessage, at: string): Promise<PendingMessage> {
    const sent = { ...message, sent_at: at };
    const condition = 'message_id = :id AND sent_at = :before';
    await this.put(sent, condition, { ':id': message.message_id, ':before': message.sent_at });
    return sent;
  }

  async remove(message: PendingMessage): Promise<void> {
    const command = new DeleteCommand({
      TableName: this.table,
      Key: keyOf(message),
      ConditionExpression: 'message_id = :id',
      ExpressionAttributeValues: { ':id': message.message_id },
    });
    try {
      await this.documents.send(command);
    } catch (error) {
      // Gone already, or its place is another's by now: either way it does not wait any more.
      if (!isConditionFailure(error)) throw error;
    }
  }

  private put(
    message: PendingMessage,
    ConditionExpression: string,
    ExpressionAttributeValues: Record<string, unknown>,
    first: readonly Part[] = [],
  ): Promise<void> {
    const Item = { ...message, ...keyOf(message) };
    const Put = { TableName: this.table, Item, ConditionExpression, ExpressionAttributeValues };
    const lost = () => new VersionConflictError('pending message', message.message_id);
    return putWith(this.documents, first, Put, lost);
  }

  private seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }
}

function keyOf({ owner_id, conversation_id: conversationId, position }: PendingMessage) {
  return { owner_id, message_key: `${conversationId}/${String(position).padStart(DIGITS, '0')}` };
}
