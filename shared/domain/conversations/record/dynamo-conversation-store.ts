import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isUuid } from '../../../contract/shapes/ids.ts';
import { batchGet, batchGetFrom } from '../../../platform/aws/batch-get.ts';
import { ifConditionHolds, orLostRace } from '../../../platform/aws/conditional-write.ts';
import {
  absent,
  all,
  any,
  type Condition,
  contains,
  exists,
  is,
  unchangedFromAny,
  updateOf,
} from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { keptCounts } from '../../../platform/aws/kept-counts.ts';
import { countAll, type PageQuery, queryPage } from '../../../platform/aws/pages.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { PreconditionFailedError, type Revisions, VersionConflictError } from '../../../platform/errors.ts';
import type { Matching, Page } from '../../../platform/paging.ts';
import { searchable } from '../../../presentation/searchable.ts';
import type { Tables } from '../../../rights/statement.ts';
import { readSandbox, type Sandbox } from '../../sandboxes/record/sandbox.ts';
import { isPurged } from '../../sandboxes/store/sandbox-store.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { type ConversationHome, type ConversationHomes, isIn } from './conversation-homes.ts';
import { countedConversations } from './conversation-rows.ts';
import type { ConversationReports, FollowedState } from './conversation-state.ts';
import {
  attributesOf,
  type ConversationChange,
  type ConversationFilter,
  type ConversationStore,
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

  async count(ownerId: string, { includeSubConversations, ...filter }: ConversationFilter): Promise<number> {
    if (Object.values(filter).some((value) => value !== undefined))
      return countAll(this.documents, this.#query(ownerId, { ...filter, includeSubConversations }, null));
    const counts = await keptCounts(this.documents, countedConversations(this.tables.conversations), ownerId);
    return includeSubConversations ? counts.total : counts.top_level;
  }

  async update(
    ownerId: string,
    conversationId: string,
    change: ConversationChange,
    at: string,
    revisions?: Revisions,
  ): Promise<Conversation | undefined> {
    const attributes: Record<string, unknown> = attributesOf(conversationId, change, at);
    if (typeof attributes.title === 'string') attributes.title_search = searchable(attributes.title);
    const command = new UpdateCommand({
      TableName: this.tables.conversations,
      Key: { owner_id: ownerId, conversation_id: conversationId },
      ...updateOf({
        set: attributes,
        add: { revision: 1 },
        when:
          revisions === undefined
            ? exists('owner_id')
            : all(exists('owner_id'), unchangedFromAny('revision', revisions)),
      }),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const written = await ifConditionHolds(this.documents.send(command), ({ Item }) => {
      if (Item) throw new PreconditionFailedError('conversation');
    });
    return written && readConversation(written.Attributes);
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
      filter: conditionOf(filter),
    };
  }
}

function conditionOf(filter: ConversationFilter): Condition | undefined {
  const { titleContains: title, updatedFrom, updatedBefore, sandboxId, repository, model, trigger } = filter;
  const conditions = [
    ...(title ? [contains('title_search', searchable(title))] : []),
    ...(updatedFrom ? [is('updated_at', '>=', updatedFrom)] : []),
    ...(updatedBefore ? [is('updated_at', '<', updatedBefore)] : []),
    ...(sandboxId ? [is('sandbox_id', '=', sandboxId)] : []),
    ...(repository ? [is('selected_repository', '=', repository)] : []),
    ...(model ? [is('llm_model', '=', model)] : []),
    ...(trigger ? [is('trigger', '=', trigger)] : []),
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
