import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../aws/batch-get.ts';
import { countAll, type Filter, type PageQuery, queryPage } from '../aws/query-page.ts';
import type { Page } from '../paging/page.ts';
import { agentConversationId, Conversation } from './conversation.ts';
import type { ConversationFilter, ConversationStore } from './conversation-store.ts';

export class DynamoConversationStore implements ConversationStore {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table: string) {
    this.documents = documents;
    this.table = table;
  }

  async find(ownerId: string, conversationId: string): Promise<Conversation | undefined> {
    const Key = { owner_id: ownerId, conversation_id: conversationId };
    const { Item } = await this.documents.send(new GetCommand({ TableName: this.table, Key, ConsistentRead: true }));
    return Item && Conversation.parse(Item);
  }

  async findMany(ownerId: string, conversationIds: readonly string[]): Promise<readonly Conversation[]> {
    const keys = [...new Set(conversationIds)].map((id) => ({ owner_id: ownerId, conversation_id: id }));
    return (await batchGet(this.documents, this.table, keys)).map((item) => Conversation.parse(item));
  }

  list(ownerId: string, filter: ConversationFilter, limit: number, after: string | null): Promise<Page<Conversation>> {
    return queryPage(this.documents, {
      ...this.query(ownerId, filter, after),
      limit,
      parse: (item) => Conversation.parse(item),
    });
  }

  count(ownerId: string, filter: ConversationFilter): Promise<number> {
    return countAll(this.documents, this.query(ownerId, filter, null));
  }

  private query(
    ownerId: string,
    filter: ConversationFilter,
    after: string | null,
  ): Omit<PageQuery<Conversation>, 'limit' | 'parse'> {
    const condition = conditionOf(filter);
    return {
      table: this.table,
      index: 'created_at_index',
      key: { name: 'owner_id', value: ownerId },
      sort: { name: 'created_sort', of: createdSort },
      range: { newestFirst: true, from: filter.createdFrom, before: filter.createdBefore, after },
      ...(condition ? { filter: condition } : {}),
    };
  }
}

/** The row with its index attributes, which follow from it at every write. */
export function conversationItem(conversation: Conversation): Record<string, unknown> {
  const agentId = agentConversationId(conversation);
  return {
    ...conversation,
    created_sort: createdSort(conversation),
    title_search: conversation.title.toLowerCase(),
    ...(agentId === conversation.conversation_id ? {} : { agent_conversation_id: agentId }),
  };
}

function createdSort(conversation: Conversation): string {
  return `${conversation.created_at}#${conversation.conversation_id}`;
}

function conditionOf(filter: ConversationFilter): Filter | undefined {
  const terms: [expression: string, name: string, value: unknown][] = [
    ['contains(title_search, :title)', ':title', filter.titleContains?.toLowerCase()],
    ['updated_at >= :updated_from', ':updated_from', filter.updatedFrom],
    ['updated_at < :updated_before', ':updated_before', filter.updatedBefore],
    ['sandbox_id = :sandbox', ':sandbox', filter.sandboxId],
    ['selected_repository = :repository', ':repository', filter.repository],
    ['#trigger = :trigger', ':trigger', filter.trigger],
    ['parent_conversation_id = :no_parent', ':no_parent', filter.includeSubConversations ? undefined : null],
  ];
  const used = terms.filter(([, , value]) => value !== undefined && value !== '');
  if (used.length === 0) return undefined;
  return {
    expression: used.map(([expression]) => expression).join(' AND '),
    names: filter.trigger ? { '#trigger': 'trigger' } : {},
    values: Object.fromEntries(used.map(([, name, value]) => [name, value])),
  };
}
