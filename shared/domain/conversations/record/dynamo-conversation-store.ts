import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import {
  all,
  type Condition,
  contains,
  exists,
  is,
  unchangedFromAny,
  updateOf,
} from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { KeptCounts } from '../../../platform/aws/kept-counts.ts';
import { countAll, type PageQuery, queryPage } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { PreconditionFailedError, type Revisions } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Tables } from '../../../rights/statement.ts';
import { Conversation } from './conversation.ts';
import { countedConversations, createdSort } from './conversation-rows.ts';
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
    return row && Conversation.parse(row);
  }

  async findMany(ownerId: string, conversationIds: readonly string[]): Promise<readonly Conversation[]> {
    const keys = [...new Set(conversationIds)].map((id) => ({ owner_id: ownerId, conversation_id: id }));
    return (await batchGet(this.documents, this.tables.conversations, keys)).map((item) => Conversation.parse(item));
  }

  list(ownerId: string, filter: ConversationFilter, limit: number, after: string | null): Promise<Page<Conversation>> {
    return queryPage(this.documents, {
      ...this.#query(ownerId, filter, after),
      limit,
      parse: (item) => Conversation.parse(item),
    });
  }

  async count(ownerId: string, { includeSubConversations, ...filter }: ConversationFilter): Promise<number> {
    if (Object.values(filter).some((value) => value !== undefined))
      return countAll(this.documents, this.#query(ownerId, { ...filter, includeSubConversations }, null));
    const counts = new KeptCounts(this.documents, countedConversations(this.tables.conversations));
    const { total, top_level: topLevel } = await counts.of(ownerId);
    return includeSubConversations ? total : topLevel;
  }

  async update(
    ownerId: string,
    conversationId: string,
    change: ConversationChange,
    at: string,
    revisions?: Revisions,
  ): Promise<Conversation | undefined> {
    const attributes: Record<string, unknown> = attributesOf(conversationId, change, at);
    // The search looks for titles in lower case.
    if (typeof attributes.title === 'string') attributes.title_search = attributes.title.toLowerCase();
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
    return written && Conversation.parse(written.Attributes);
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
      sort: { name: 'created_sort', of: createdSort },
      range: { newestFirst: true, from: filter.createdFrom, before: filter.createdBefore, after },
      filter: conditionOf(filter),
    };
  }
}

function conditionOf(filter: ConversationFilter): Condition | undefined {
  const { titleContains: title, updatedFrom, updatedBefore, sandboxId, repository, trigger } = filter;
  const conditions = [
    ...(title ? [contains('title_search', title.toLowerCase())] : []),
    ...(updatedFrom ? [is('updated_at', '>=', updatedFrom)] : []),
    ...(updatedBefore ? [is('updated_at', '<', updatedBefore)] : []),
    ...(sandboxId ? [is('sandbox_id', '=', sandboxId)] : []),
    ...(repository ? [is('selected_repository', '=', repository)] : []),
    ...(trigger ? [is('trigger', '=', trigger)] : []),
    ...(filter.includeSubConversations ? [] : [is('parent_conversation_id', '=', null)]),
  ];
  return conditions.length > 0 ? all(...conditions) : undefined;
}
