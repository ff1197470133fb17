import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isUuid } from '../../../contract/shapes/ids.ts';
import { batchGet, batchGetFrom } from '../../../platform/aws/batch-get.ts';
import { ifConditionHolds, orLostRace } from '../../../platform/aws/conditional-write.ts';
import {
  absent,
  all,
  any,
  type Change,
  type Condition,
  contains,
  exists,
  is,
  unchanged,
  unchangedFromAny,
  updateOf,
} from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { keptCounts } from '../../../platform/aws/kept-counts.ts';
import { countAll, type PageQuery, queryPage } from '../../../platform/aws/pages.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { PreconditionFailedError, type Revisions, VersionConflictError } from '../../../platform/errors.ts';
import type { Matching, Page } from '../../../platform/paging.ts';
import { searchable } from '../../../presentation/searchable.ts';
import type { Tables } from '../../../rights/statement.ts';
import { readSandbox, type Sandbox } from '../../sandboxes/record/sandbox.ts';
import { isPurged } from '../../sandboxes/store/sandbox-store.ts';
import { seenBy } from '../../sandboxes/store/seen-by.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { type ConversationHome, type ConversationHomes, isIn } from './conversation-homes.ts';
import { countedConversations, countedFor, recountConversation } from './conversation-rows.ts';
import type { ConversationReports, FollowedState } from './conversation-state.ts';
import {
  type ConversationChange,
  type ConversationFilter,
  type ConversationStore,
  PrivateConversationError,
  type WrittenChange,
  writtenChange,
} from './conversation-store.ts';

export class DynamoConversationStore extends TableStore<Tables<'conversations'>> implements ConversationStore {
  async find(ownerId: string, conversationId: string): Promise<Conversation | undefined> {
    const key = { owner_id: ownerId, conversation_id: conversationId };
    const row = await getItem(this.documents, this.tables.conversations, key);
    return row && readConversation(row);
  }

  async findMany(ownerId: string, conversationIds: readonly string[]): Promise<readonly Conversation[]> {
    const keys = [...new Set(conversationIds)].map((id) => ({ owner_id: ownerId, conversation_id: id }));
    return (await batchGet(this.documents, this.tables.conversations, keys)).map(readConversation);
  }

  list(
    ownerId: string,
    filter: ConversationFilter,
    limit: number,
    after: string | null,
    matching?: Matching<Conversation>,
  ): Promise<Page<Conversation>> {
    return queryPage(this.documents, {
      ...this.#query(ownerId, filter, after),
      limit,
      matching,
      parse: readConversation,
    });
  }

  async count(ownerId: string, filter: ConversationFilter): Promise<number> {
    const { includeSubConversations, visibleTo, ...others } = filter;
    if (Object.values(others).some((value) => value !== undefined))
      return countAll(this.documents, this.#query(ownerId, filter, null));
    const { conversations } = this.tables;
    const size = includeSubConversations ? 'total' : 'top_level';
    const [counts, own] = await Promise.all([
      keptCounts(this.documents, countedConversations(conversations), ownerId),
      visibleTo === undefined ? undefined : keptCounts(this.documents, countedFor(conversations, visibleTo), ownerId),
    ]);
    return own === undefined ? counts[size] : counts[size] - counts[`private_${size}` as const] + own[size];
  }

  async update(
    ownerId: string,
    conversationId: string,
    change: Omit<ConversationChange, 'private_to'>,
    at: string,
    revisions?: Revisions,
  ): Promise<Conversation | undefined> {
    const { needsMembers, ...written } = writtenChange(conversationId, change, at);
    const command = new UpdateCommand({
      TableName: this.tables.conversations,
      Key: { owner_id: ownerId, conversation_id: conversationId },
      ...updateOf({
        ...searchableChange(written),
        when: all(
          exists('owner_id'),
          ...(needsMembers ? [absent('private_to')] : []),
          ...(revisions === undefined ? [] : [unchangedFromAny('revision', revisions)]),
        ),
      }),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const updated = await ifConditionHolds(this.documents.send(command), ({ Item }) => {
      if (!Item) return;
      throw needsMembers && Item.private_to
        ? new PrivateConversationError()
        : new PreconditionFailedError('conversation');
    });
    return updated && readConversation(updated.Attributes);
  }

  changeParts(read: Conversation, change: ConversationChange, at: string): readonly Part[] {
    const { owner_id, conversation_id } = read;
    const { needsMembers: _checked, ...written } = writtenChange(conversation_id, change, at);
    const Update = {
      TableName: this.tables.conversations,
      Key: { owner_id, conversation_id },
      ...updateOf({
        ...searchableChange(written),
        when: all(
          unchanged('revision', read.revision ?? 0),
          ...['created_at', 'sandbox_id', 'sandbox_created_at', 'private_to'].map((name) => asRead(read, name)),
        ),
      }),
    };
    const { private_to: privateTo = read.private_to ?? null } = change;
    return [
      { item: { Update }, lost: () => new VersionConflictError('conversation', conversation_id) },
      ...recountConversation(this.tables.conversations, read, privateTo ?? undefined),
    ];
  }

  #query(
    ownerId: string,
    filter: ConversationFilter,
    after: string | null,
  ): Omit<PageQuery<Conversation>, 'limit' | 'parse'> {
    return {
      table: this.tables.conversations,
      index: 'created_at_index',
      key: { name: 'owner_id', value: ownerId },
      sort: 'created_sort',
      range: { newestFirst: true, from: filter.createdFrom, before: filter.createdBefore, after },
      filter: conditionOf(ownerId, filter),
      hidesRows: filter.visibleTo !== undefined,
    };
  }
}

/** A user's change as an update, which raises the revision. */
function searchableChange({ set, ...others }: Omit<WrittenChange, 'needsMembers'>): Change {
  const title = typeof set.title === 'string' ? { title_search: searchable(set.title) } : {};
  return { ...others, set: { ...set, ...title }, add: { revision: 1 } };
}

function conditionOf(ownerId: string, filter: ConversationFilter): Condition | undefined {
  const { titleContains: title, updatedFrom, updatedBefore, sandboxId, repository, model, trigger } = filter;
  const conditions = [
    ...(title ? [contains('title_search', searchable(title))] : []),
    ...(updatedFrom ? [is('updated_at', '>=', updatedFrom)] : []),
    ...(updatedBefore ? [is('updated_at', '<', updatedBefore)] : []),
    ...(sandboxId ? [is('sandbox_id', '=', sandboxId)] : []),
    ...(repository ? [is('selected_repository', '=', repository)] : []),
    ...(model ? [is('llm_model', '=', model)] : []),
    ...(trigger ? [is('trigger', '=', trigger)] : []),
    ...seenBy(ownerId, filter),
    ...(filter.includeSubConversations ? [] : [is('parent_conversation_id', '=', null)]),
  ];
  return conditions.length > 0 ? all(...conditions) : undefined;
}

export class DynamoConversationReports extends TableStore<Tables<'conversations'>> implements ConversationReports {
  async follow(row: Conversation, change: Partial<FollowedState>): Promise<void> {
    const { owner_id, conversation_id, state_version: version = 0 } = row;
    const { title } = change;
    const command = new UpdateCommand({
      TableName: this.tables.conversations,
      Key: { owner_id, conversation_id },
      ...updateOf({
        set: {
          ...change,
          title_search: title === undefined ? undefined : searchable(title),
          state_version: version + 1,
        },
        when: all(
          asRead(row, 'created_at'),
          asRead(row, 'state_version'),
          ...(title === undefined ? [] : [unless('title_by', 'user'), askedAsRead(row.title_asked)]),
        ),
      }),
    });
    await orLostRace(this.documents.send(command), () => new VersionConflictError('conversation', conversation_id));
  }
}

function askedAsRead(isAsked: Conversation['title_asked']): Condition {
  return isAsked ? is('title_asked', '=', true) : unless('title_asked', true);
}

function unless(name: string, value: unknown): Condition {
  return any(absent(name), is(name, '<>', value));
}

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
    const conversation = readConversation(item);
    const guessed = this.#present(sandboxes);
    // The two reads are not one snapshot: after a wrong guess, the sandbox is read after the conversation.
    if (guessed && isIn(guessed, conversation)) return { conversation, found: guessed };
    const keys = [sandboxKey(ownerId, conversation.sandbox_id)];
    const [rows = []] = await batchGetFrom(this.documents, [{ table: this.tables.sandboxes, keys }]);
    return { conversation, found: this.#present(rows) };
  }

  #present([row]: readonly unknown[]): Sandbox | undefined {
    const sandbox = row === undefined ? undefined : readSandbox(row);
    return sandbox && !isPurged(sandbox, this.now()) ? sandbox : undefined;
  }
}

function sandboxKey(ownerId: string, sandboxId: string): Record<string, unknown> {
  return { owner_id: ownerId, sandbox_id: sandboxId };
}
