import { absent, all, exists, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { countPart } from '../../../platform/aws/kept-counts.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Table } from '../../../rights/statement.ts';
import type { Conversation } from './conversation.ts';
import { countedConversations } from './conversation-rows.ts';
import { ConversationExistsError } from './conversation-store.ts';
import { conversationItem } from './dynamo-conversation-store.ts';

/** The writes of rows of conversations that are parts of larger transactions. */

type Key = Pick<Conversation, 'owner_id' | 'conversation_id'>;

/** The parts that add a conversation and count it. */
export function addedConversation(TableName: Table<'conversations'>, row: Conversation): readonly Part[] {
  const Put = { TableName, Item: conversationItem(row), ...when(absent('owner_id')) };
  const lost = () => new ConversationExistsError(`conversation ${row.conversation_id} exists`);
  return [{ item: { Put }, lost }, countPart(countedConversations(TableName), row, 1)];
}

/** The part that adds a conversation to the list of its parent. */
export function listedConversation(
  TableName: Table<'conversations'>,
  { owner_id, conversation_id }: Key,
  child: string,
  lost: () => Error,
): Part {
  const change = updateOf({ append: { sub_conversation_ids: [child] }, when: exists('owner_id') });
  return { item: { Update: { TableName, Key: { owner_id, conversation_id }, ...change } }, lost };
}

/** The part that gives a conversation another start, and with it a sandbox. */
export function movedConversation(
  TableName: Table<'conversations'>,
  row: Conversation,
  previousSandboxId: string,
): Part {
  const { owner_id, conversation_id, sandbox_id, sandbox_created_at, start_task_id, start_error, updated_at } = row;
  const change = updateOf({
    set: { sandbox_id, sandbox_created_at, start_task_id, start_error, updated_at },
    when: is('sandbox_id', '=', previousSandboxId),
  });
  const item = { Update: { TableName, Key: { owner_id, conversation_id }, ...change } };
  return { item, lost: () => new VersionConflictError('conversation', conversation_id) };
}

/** The part that notes why the start of a conversation failed, unless it has another start by now. */
export function failedConversation(
  TableName: Table<'conversations'>,
  { owner_id, conversation_id }: Key,
  { start_task_id, detail, updated_at }: { start_task_id: string; detail: string | null; updated_at: string },
): Part {
  const change = updateOf({
    set: { start_error: detail, updated_at },
    when: all(exists('owner_id'), is('start_task_id', '=', start_task_id)),
  });
  const item = { Update: { TableName, Key: { owner_id, conversation_id }, ...change } };
  return { item, lost: () => new VersionConflictError('conversation', conversation_id) };
}
