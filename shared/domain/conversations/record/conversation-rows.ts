import { isUuid } from '../../../contract/shapes/ids.ts';
import type { StartWarning } from '../../../contract/shapes/start-warning.ts';
import { absent, all, exists, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { COUNT_KEY, type CountedRows, countPart, recountParts } from '../../../platform/aws/kept-counts.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import { AppError, VersionConflictError } from '../../../platform/errors.ts';
import { searchable } from '../../../presentation/searchable.ts';
import type { Table } from '../../../rights/statement.ts';
import { agentConversationId, type Conversation, SERVER_FAILED } from './conversation.ts';
import { ConversationExistsError } from './conversation-store.ts';
import { familyLimits } from './family.ts';

type Ids = Pick<Conversation, 'owner_id' | 'conversation_id'>;

/** Whether the service can have derived this id. From ids that are not UUIDs it derives UUIDs of version 8. */
export function isDerived(agentId: string): boolean {
  return agentId[12] === '8';
}

/** Prefix of the sort keys of other rows. No conversation id begins with it. */
export const NO_CONVERSATION = '#';

/**
 * A derived id is reserved by its own row while its conversation exists. Two conversations with the same id on agents
 * would share a history, and agents can start conversations with any UUID.
 */
function reservation(ownerId: string, agentId: string) {
  return { owner_id: ownerId, conversation_id: `${NO_CONVERSATION}agent/${agentId}` };
}

/** The parts that reserve a new conversation's id on agents. A UUID needs none. */
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

/** The part that ends the reservation with the conversation. */
export function releaseAgentId(table: Table<'conversations'>, conversation: Ids): readonly Part[] {
  if (isUuid(conversation.conversation_id)) return [];
  const Key = reservation(conversation.owner_id, agentConversationId(conversation));
  return [certain({ Delete: { TableName: table, Key } })];
}

/** The part that fails if the id of a conversation that an agent started is reserved. */
export function requireUnreserved(
  table: Table<'conversations'>,
  { owner_id, conversation_id: id }: Ids,
  lost: () => Error,
): readonly Part[] {
  if (!isDerived(id)) return [];
  const Key = reservation(owner_id, id);
  return [{ item: { ConditionCheck: { TableName: table, Key, ...when(absent('owner_id')) } }, lost }];
}

/** All conversations, and those that no other conversation started. */
type Sizes = 'total' | 'top_level';

function sizesOf({ parent_conversation_id: parent = null }: Readonly<Record<string, unknown>>) {
  return { total: 1, top_level: parent === null ? 1 : 0 };
}

/** How conversations are counted, and those of them that are private. */
export function countedConversations(table: Table<'conversations'>): CountedRows<Sizes | `private_${Sizes}`> {
  return {
    table,
    sortKey: 'conversation_id',
    countsOf: (row) => {
      const sizes = sizesOf(row);
      const isPrivate = row.private_to === undefined ? 0 : 1;
      const { total, top_level } = sizes;
      return { ...sizes, private_total: isPrivate * total, private_top_level: isPrivate * top_level };
    },
  };
}

/** How those that are private to a person are counted: in a row of its own, as an owner can have many members. */
export function countedFor(table: Table<'conversations'>, personId: string): CountedRows<Sizes> {
  return { table, sortKey: 'conversation_id', key: `${COUNT_KEY}/${personId}`, countsOf: sizesOf };
}

/** The parts that count a conversation, in the transaction that adds it (`1`) or removes it (`-1`). */
export function countConversation(
  table: Table<'conversations'>,
  row: Pick<Conversation, 'owner_id' | 'parent_conversation_id' | 'private_to'>,
  sign: 1 | -1,
): readonly Part[] {
  const { private_to: personId } = row;
  return [
    countPart(countedConversations(table), row, sign),
    ...(personId === undefined ? [] : [countPart(countedFor(table, personId), row, sign)]),
  ];
}

/** The parts that count a conversation anew, in the transaction that changes who sees it. */
export function recountConversation(
  table: Table<'conversations'>,
  row: Conversation,
  privateTo: string | undefined,
): readonly Part[] {
  const { private_to: before, ...others } = row;
  if (before === privateTo) return [];
  const after = privateTo === undefined ? others : { ...others, private_to: privateTo };
  return [
    ...recountParts(countedConversations(table), row, after),
    ...(before === undefined ? [] : [countPart(countedFor(table, before), row, -1)]),
    ...(privateTo === undefined ? [] : [countPart(countedFor(table, privateTo), row, 1)]),
  ];
}

/** The row with its index attributes. */
export function conversationItem(conversation: Conversation): Record<string, unknown> {
  return { ...conversation, created_sort: createdSort(conversation), title_search: searchable(conversation.title) };
}

/** The position of a conversation in lists. */
export function createdSort(conversation: Conversation): string {
  return `${conversation.created_at}#${conversation.conversation_id}`;
}

/** The parts that add a conversation and count it. */
export function addedConversation(TableName: Table<'conversations'>, row: Conversation): readonly Part[] {
  const Put = { TableName, Item: conversationItem(row), ...when(absent('owner_id')) };
  const lost = () => new ConversationExistsError(`conversation ${row.conversation_id} exists`);
  return [{ item: { Put }, lost }, ...countConversation(TableName, row, 1)];
}

/** The part that adds a conversation to the list of its parent, unless that is gone, full or in another sandbox now. */
export function listedConversation(
  TableName: Table<'conversations'>,
  { owner_id, conversation_id, sandbox_id }: Ids & Partial<Pick<Conversation, 'sandbox_id'>>,
  child: string,
): Part {
  const change = updateOf({
    append: { sub_conversation_ids: [child] },
    when: all(
      exists('owner_id'),
      absent(`sub_conversation_ids[${familyLimits.children - 1}]`),
      ...(sandbox_id === undefined ? [] : [is('sandbox_id', '=', sandbox_id)]),
    ),
  });
  const item = { Update: { TableName, Key: { owner_id, conversation_id }, ...change } };
  return { item, lost: () => new VersionConflictError('conversation', conversation_id) };
}

/** The part that gives a conversation another start, its sandbox and its model. Loses to another start. */
export function movedConversation(TableName: Table<'conversations'>, row: Conversation, previous: Conversation): Part {
  const { owner_id, conversation_id, sandbox_id, sandbox_created_at, start_task_id, start_error, updated_at } = row;
  const { llm_model, llm_model_by, llm_profile = null } = row;
  const isSwitched = llm_model !== previous.llm_model || llm_profile !== (previous.llm_profile ?? null);
  const change = updateOf({
    set: {
      sandbox_id,
      sandbox_created_at,
      start_task_id,
      start_error,
      start_warnings: (previous.start_warnings ?? []).filter(({ code }) => code === SERVER_FAILED),
      updated_at,
      ...(isSwitched ? { llm_model, llm_model_by, llm_profile, llm_profile_pending: false } : {}),
    },
    when: all(
      is('sandbox_id', '=', previous.sandbox_id),
      asRead(previous, 'start_task_id'),
      asRead(previous, 'private_to'),
    ),
  });
  const item = { Update: { TableName, Key: { owner_id, conversation_id }, ...change } };
  return { item, lost: () => new VersionConflictError('conversation', conversation_id) };
}

interface StartResult {
  readonly start_task_id: string;
  readonly warnings?: readonly StartWarning[] | undefined;
  /** Why the start failed, and when; undefined if it did not. */
  readonly failure: { readonly start_error: string | null; readonly updated_at: string } | undefined;
}

/** The part that records why the start of a conversation failed, and its warnings. Loses to a later start. */
export function startedConversation(
  TableName: Table<'conversations'>,
  { owner_id, conversation_id }: Ids,
  { start_task_id, warnings = [], failure }: StartResult,
): Part {
  const change = updateOf({
    set: { start_warnings: warnings, ...failure },
    when: all(exists('owner_id'), is('start_task_id', '=', start_task_id)),
  });
  const item = { Update: { TableName, Key: { owner_id, conversation_id }, ...change } };
  return { item, lost: () => new VersionConflictError('conversation', conversation_id) };
}
