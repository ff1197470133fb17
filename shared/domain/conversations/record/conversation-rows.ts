import { isUuid } from '../../../contract/shapes/ids.ts';
import { absent, when } from '../../../platform/aws/expressions.ts';
import type { CountedRows } from '../../../platform/aws/kept-counts.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Table } from '../../../rights/statement.ts';
import { agentConversationId, type Conversation } from './conversation.ts';

type Ids = Pick<Conversation, 'owner_id' | 'conversation_id'>;

/** Whether the service may have derived this id, as it does from ids that are no UUID: it makes UUIDs of version 8. */
export function isDerived(agentId: string): boolean {
  return agentId[12] === '8';
}

/** Sort keys of rows that are no conversation begin so, and no id does. */
export const NO_CONVERSATION = '#';

/**
 * A derived id is reserved by a row of its own while its conversation exists. Two conversations with one id on agents
 * would share a history, and agents may begin conversations under any UUID.
 */
function reservation(ownerId: string, agentId: string) {
  return { owner_id: ownerId, conversation_id: `${NO_CONVERSATION}agent/${agentId}` };
}

/** Parts of the transaction that adds a conversation. Those with a UUID need none. */
export function reserveAgentId(table: Table<'conversations'>, conversation: Ids): readonly Part[] {
  const { owner_id, conversation_id: id } = conversation;
  if (isUuid(id)) return [];
  const agentId = agentConversationId(conversation);
  const Key = { owner_id, conversation_id: agentId };
  const lost = () =>
    new AppError('conflict', `Conversation ${agentId} has the same ID on agents as ${id}. Delete it first.`);
  return [
    { item: { ConditionCheck: { TableName: table, Key, ...when(absent('owner_id')) } }, lost },
    certain({ Put: { TableName: table, Item: { ...reservation(owner_id, agentId), reserved_for: id } } }),
  ];
}

/** Part of the transaction that removes the conversation. */
export function releaseAgentId(table: Table<'conversations'>, conversation: Ids): readonly Part[] {
  if (isUuid(conversation.conversation_id)) return [];
  const Key = reservation(conversation.owner_id, agentConversationId(conversation));
  return [certain({ Delete: { TableName: table, Key } })];
}

/** Part of the transaction that adds a conversation under the id that its agent gave to it. */
export function requireUnreserved(
  table: Table<'conversations'>,
  { owner_id, conversation_id: id }: Ids,
  lost: () => Error,
): readonly Part[] {
  if (!isDerived(id)) return [];
  const Key = reservation(owner_id, id);
  return [{ item: { ConditionCheck: { TableName: table, Key, ...when(absent('owner_id')) } }, lost }];
}

/** How conversations are counted: all of them, and those that no other conversation started. */
export function countedConversations(table: Table<'conversations'>): CountedRows<'total' | 'top_level'> {
  return {
    table,
    sortKey: 'conversation_id',
    countsOf: ({ parent_conversation_id: parent = null }) => ({ total: 1, top_level: parent === null ? 1 : 0 }),
  };
}
