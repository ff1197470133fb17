import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds, orLostRace } from '../../../platform/aws/conditional-write.ts';
import { absent, all, any, type Condition, is, when } from '../../../platform/aws/expressions.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import {
  appended,
  type NewPendingMessage,
  type PendingMessage,
  type PendingMessages,
  readPendingMessage,
} from './pending-messages.ts';

/** Digits of a position in a key, so that positions sort as numbers. */
const DIGITS = 9;

/** One item collection per owner. The key contains the position, so that no two messages get the same one. */
export class DynamoMessageQueue
  extends TableStore<Tables<'pendingMessages'>>
  implements Pick<PendingMessages, 'parts' | 'list'>
{
  async parts(
    ownerId: string,
    conversationId: string,
    messages: readonly NewPendingMessage[],
  ): Promise<readonly Part[]> {
    return (await this.appended(ownerId, conversationId, messages)).parts;
  }

  async list(ownerId: string, conversationId: string): Promise<readonly PendingMessage[]> {
    // Ten long messages are more than a page.
    const pages = queryPages(this.documents, {
      TableName: this.tables.pendingMessages,
      KeyConditionExpression: 'owner_id = :owner AND begins_with(message_key, :conversation)',
      ExpressionAttributeValues: { ':owner': ownerId, ':conversation': `${conversationId}/` },
      ConsistentRead: true,
    });
    // DynamoDB removes expired rows late.
    return (await allRows(pages, readInPlace)).filter(({ expires_at: at }) => at >= this.#seconds());
  }

  protected async appended(ownerId: string, conversationId: string, messages: readonly NewPendingMessage[]) {
    const { rows, before } = appended(ownerId, conversationId, await this.list(ownerId, conversationId), messages);
    // An expired message may still have this position.
    const isFree = any(absent('owner_id'), is('expires_at', '<', this.#seconds()));
    return { parts: rows.map((row) => this.part(row, isFree)), before };
  }

  protected part(message: PendingMessage, condition: Condition) {
    const Item = { ...message, ...keyOf(message) };
    const Put = { TableName: this.tables.pendingMessages, Item, ...when(condition) };
    return { item: { Put }, lost: () => new VersionConflictError('pending message', message.message_id) };
  }

  #seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }
}

export class DynamoPendingMessages extends DynamoMessageQueue implements PendingMessages {
  add(
    ownerId: string,
    conversationId: string,
    message: NewPendingMessage,
    claim: (place: number) => Promise<readonly Part[]> = async () => [],
  ): Promise<number> {
    return retryLostRaces(async () => {
      const { parts, before } = await this.appended(ownerId, conversationId, [message]);
      await transact(this.documents, [...(await claim(before + 1)), ...parts]);
      return before + 1;
    });
  }

  async change(message: PendingMessage, change: Partial<PendingMessage>): Promise<PendingMessage> {
    const { message_id, sent_at, failed } = message;
    const next = { ...message, ...change };
    const isAsRead = all(is('message_id', '=', message_id), is('sent_at', '=', sent_at), is('failed', '=', failed));
    const { item, lost } = this.part(next, isAsRead);
    await orLostRace(this.documents.send(new PutCommand(item.Put)), lost);
    return next;
  }

  async remove(message: PendingMessage): Promise<void> {
    const command = new DeleteCommand({
      TableName: this.tables.pendingMessages,
      Key: keyOf(message),
      ...when(asRead(message, 'message_id')),
    });
    // If it does not hold, the message is gone already, or another message has its position.
    await ifConditionHolds(this.documents.send(command));
  }
}

/** The key has the position and the conversation, also of a damaged message. */
function readInPlace(item: unknown): PendingMessage {
  const row = item as Readonly<Record<string, unknown>>;
  const key = String(row.message_key);
  const at = key.lastIndexOf('/');
  return readPendingMessage({ ...row, conversation_id: key.slice(0, at), position: Number(key.slice(at + 1)) });
}

function keyOf({ owner_id, conversation_id: conversationId, position }: PendingMessage) {
  return { owner_id, message_key: `${conversationId}/${String(position).padStart(DIGITS, '0')}` };
}
