import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod';
import { scopes } from '../../../shared/contract/shapes/scopes.ts';
import { newConversation } from '../../../shared/domain/conversations/record/conversation.ts';
import {
  conversationItem,
  countedConversations,
} from '../../../shared/domain/conversations/record/conversation-rows.ts';
import { countedStartTasks } from '../../../shared/domain/conversations/start/task/start-task-store.ts';
import type { WebhookEndpoint } from '../../../shared/domain/webhooks/webhook-endpoint.ts';
import { documents } from '../../../shared/platform/aws/documents.ts';
import { timestamp } from '../../../shared/platform/clock.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';
import { type ServiceTables, startServiceTables } from '../../support/service-tables.ts';
import type { BenchOwner, Case } from './cases.ts';
import { environmentOf } from './environment.ts';
import { historyRows, timeOfEvent } from './history-rows.ts';
import { idOf, rowsOf, WEBHOOK_ENDPOINT, withCounts } from './owner-rows.ts';
import { writeRows } from './write-rows.ts';

const Answer = z.object({ statusCode: z.int(), body: z.string() });
type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;

/** The tables of the stack in DynamoDB Local, and the functions that use them in this process. */
export class BenchService {
  readonly tables: ServiceTables;
  readonly #handlers = new Map<string, Handler>();

  private constructor(tables: ServiceTables) {
    this.tables = tables;
  }

  static async start(): Promise<BenchService> {
    const tables = await startServiceTables();
    Object.assign(process.env, environmentOf(tables), tables.environment);
    delete process.env.AWS_SESSION_TOKEN;
    return new BenchService(tables);
  }

  async stop(): Promise<void> {
    documents().destroy();
    await this.tables.stop();
  }

  /** Writes an owner with `count` rows of every kind. */
  async addOwner(id: string, rows: number, now: Date): Promise<BenchOwner> {
    const { tables } = this;
    const begin = new Date(now.getTime() - rows * 1_000);
    const history = this.#historyOf(id, now, begin);
    const all = rowsOf(id, rows, now, tables);
    const conversations = countedConversations(tables.conversations);
    const startTasks = countedStartTasks(tables.startTasks);
    const conversationRows = chain([history.conversation], all.conversations);
    await Promise.all([
      writeRows(tables.documents, tables.conversations, withCounts(conversations, id, conversationRows)),
      writeRows(tables.documents, tables.sandboxes, all.sandboxes),
      writeRows(tables.documents, tables.startTasks, withCounts(startTasks, id, all.startTasks)),
      writeRows(tables.documents, tables.audit, all.audit),
      writeRows(tables.documents, tables.usage, all.usage),
      writeRows(tables.documents, tables.webhookMessages, all.webhookMessages),
      writeRows(tables.documents, tables.events, historyRows(history.log, rows, begin)),
      writeRows(tables.documents, tables.webhookEndpoints, [endpointOf(id, now)]),
      this.#write(tables.owners, { owner_id: id, created_at: timestamp(now), created_by: 'operator' }),
    ]);
    return { id, rows, now, begin, conversationId: history.conversationId };
  }

  /** Writes other owners, each with a few rows of the listed kinds. */
  async addOwners(count: number, now: Date): Promise<void> {
    const { tables } = this;
    const names = Array.from({ length: count }, (_, number) => `o${String(number).padStart(8, '0')}`);
    const rows = names.map((id) => rowsOf(id, 2, now, tables));
    const owners = names.map((id) => ({ owner_id: id, created_at: timestamp(now), created_by: 'operator' }));
    await Promise.all([
      writeRows(tables.documents, tables.owners, owners),
      writeRows(tables.documents, tables.conversations, each(rows, 'conversations')),
      writeRows(tables.documents, tables.sandboxes, each(rows, 'sandboxes')),
      writeRows(tables.documents, tables.startTasks, each(rows, 'startTasks')),
      writeRows(tables.documents, tables.audit, each(rows, 'audit')),
      writeRows(tables.documents, tables.usage, each(rows, 'usage')),
    ]);
  }

  /** Calls an endpoint like API Gateway. @throws when the response is not a success */
  async call({ endpoint, params, query }: Case, owner: BenchOwner): Promise<unknown> {
    const handler = await this.#handlerOf(endpoint.area, endpoint.id);
    const event = anEvent(endpoint, {
      params: params(owner),
      query: query(owner),
      caller: { ownerId: owner.id, scopes },
    });
    const counted = { rate_limit: '600', rate_used: '1', rate_reset: String(Date.now() + 60_000), calls_key: 'bench' };
    const authorizer = { ...event.requestContext.authorizer, ...counted };
    const requestContext = { ...event.requestContext, authorizer };
    const { statusCode, body } = Answer.parse(await handler({ ...event, requestContext }, aContext(endpoint.id)));
    const answer: unknown = JSON.parse(body);
    if (statusCode >= 400 && !isTooManyRows(answer)) throw new Error(`${endpoint.id} returned ${statusCode}: ${body}`);
    return answer;
  }

  async #handlerOf(area: string, id: string): Promise<Handler> {
    const known = this.#handlers.get(id);
    if (known) return known;
    const { handler } = await import(`../../../functions/${area}/${id}.ts`);
    this.#handlers.set(id, handler);
    return handler;
  }

  async #write(TableName: string, Item: Record<string, unknown>): Promise<void> {
    await this.tables.documents.send(new PutCommand({ TableName, Item }));
  }

  /** Older than all other conversations, so that it changes no list. */
  #historyOf(ownerId: string, now: Date, begin: Date) {
    const conversationId = idOf(ownerId, 0xffff_ffff);
    const created = newConversation(
      {
        owner_id: ownerId,
        conversation_id: conversationId,
        given_id: null,
        sandbox_id: idOf(ownerId, 0),
        sandbox_created_at: timestamp(now),
        trigger: null,
        selected_repository: null,
        selected_branch: null,
        git_provider: null,
        pr_number: [],
        llm_model: null,
        parent_conversation_id: null,
        public: null,
        title: 'A long one',
      },
      new Date(timeOfEvent(begin, -31_536_000)),
    );
    const log = { ownerId, agentConversationId: conversationId, createdAt: created.created_at };
    return { log, conversationId, conversation: conversationItem(created) };
  }
}

/** Whether a count was refused because of too many rows, which is documented. */
export function isTooManyRows(answer: unknown): boolean {
  return z.object({ code: z.literal('too_many_rows') }).safeParse(answer).success;
}

function* chain<T>(...parts: readonly Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part;
}

function* each<K extends string, T>(owners: readonly Readonly<Record<K, Iterable<T>>>[], kind: K): Generator<T> {
  for (const rows of owners) yield* rows[kind];
}

function endpointOf(ownerId: string, now: Date): Record<string, unknown> {
  const sealed = { v: 1, key: 'bench', iv: 'bench', data: 'bench', tag: 'bench' };
  const row = {
    owner_id: ownerId,
    endpoint_id: WEBHOOK_ENDPOINT,
    url: 'https://example.com/hook',
    events: ['*'],
    description: null,
    enabled: true,
    disabled_reason: null,
    disabled_at: null,
    previous_secret: null,
    previous_secret_until: null,
    version: 1,
    created_at: timestamp(now),
    updated_at: timestamp(now),
  } satisfies Omit<WebhookEndpoint, 'secret'>;
  return { ...row, secret: sealed };
}
