import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { receiveEvents } from '../../../functions/agents/receive-events.ts';
import { DynamoDeliveryLimits } from '../../../shared/domain/agents/webhooks/delivery-limits.ts';
import { DynamoFollowedConversations } from '../../../shared/domain/agents/webhooks/dynamo-followed-conversations.ts';
import { DynamoEventReader } from '../../../shared/domain/conversations/events/dynamo-event-reader.ts';
import { DynamoEventWriter } from '../../../shared/domain/conversations/events/dynamo-event-writer.ts';
import { type AgentEvent, logOf } from '../../../shared/domain/conversations/events/event.ts';
import type { Conversation } from '../../../shared/domain/conversations/record/conversation.ts';
import { conversationItem } from '../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoMeteredSandboxes } from '../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { serve } from '../../../shared/http/serve/serve.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
import { newId } from '../../../shared/platform/ids.ts';
import { aConversation } from '../../support/conversations/record/conversation-data.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';
import { someKeys } from '../../support/platform/memory-master-keys.ts';
import { aRunningSandbox, within } from '../../support/sandboxes/sandbox-data.ts';
import type { ServiceTables } from '../../support/service-tables.ts';
import { historyRows } from '../rows/history-rows.ts';
import { writeRows } from '../rows/write-rows.ts';

const Answer = z.object({ statusCode: z.int(), body: z.string() });
const ownerId = 'bench';

/** The time that the function has for a request, in milliseconds: a busy DynamoDB Local can need more than Lambda's. */
const PATIENCE = 600_000;

const enough = { megabytes: 1e9, events: 1e9, conversations: 1e9 };

/** A sandbox whose agent delivers events to the webhook function, which uses the real stores. */
export class IngestScene {
  readonly #tables: ServiceTables;
  readonly #keys = someKeys();
  readonly #sandbox = aRunningSandbox({ owner_id: ownerId, sandbox_id: newId(new Date()) });
  readonly #handler: ReturnType<typeof serve<typeof receiveEvents.endpoint, Parameters<typeof receiveEvents.run>[1]>>;
  #deliveryKey = '';

  private constructor(tables: ServiceTables) {
    this.#tables = tables;
    const { documents } = tables;
    this.#handler = serve(receiveEvents, () => ({
      sandboxes: new DynamoMeteredSandboxes(documents, tables),
      keys: this.#keys,
      followed: new DynamoFollowedConversations(documents, tables),
      events: new DynamoEventWriter(documents, tables, systemClock),
      deliveries: new DynamoDeliveryLimits(documents, tables, { sandbox: enough, owner: enough }, systemClock),
      backfill: async () => undefined,
      hastenMessages: async () => undefined,
      uses: { note: async () => undefined },
      now: systemClock,
    }));
  }

  static async begin(tables: ServiceTables): Promise<IngestScene> {
    const scene = new IngestScene(tables);
    const store = new DynamoMeteredSandboxes(tables.documents, tables);
    await store.save([{ previous: null, next: scene.#sandbox }], within(10));
    scene.#deliveryKey = await scene.#keys.deliveryKey(scene.#sandbox);
    return scene;
  }

  /** Creates a conversation with `count` events. */
  async addConversation(events: number): Promise<Conversation> {
    const { documents, conversations, events: table } = this.#tables;
    const { sandbox_id, created_at: sandbox_created_at } = this.#sandbox;
    const conversation = aConversation({
      owner_id: ownerId,
      conversation_id: newId(new Date()),
      sandbox_id,
      sandbox_created_at,
    });
    await documents.send(new PutCommand({ TableName: conversations, Item: conversationItem(conversation) }));
    const begin = new Date(Date.now() - (events + 3_600) * 1_000);
    if (events > 0) await writeRows(documents, table, historyRows(logOf(conversation), events, begin));
    return conversation;
  }

  /** Prepares a request of the agent, whose costs are not measured. */
  request(conversation: Conversation, events: readonly AgentEvent[]): APIGatewayProxyEvent {
    const { conversation_id: id } = conversation;
    return anEvent(receiveEvents.endpoint, {
      params: { conversation_id: id },
      body: events,
      headers: { 'X-Delivery-Key': this.#deliveryKey },
    });
  }

  async deliver(request: APIGatewayProxyEvent): Promise<void> {
    const { statusCode, body } = Answer.parse(await this.#handler(request, aContext('receive-events', PATIENCE)));
    if (statusCode !== 200) throw new Error(`The webhook returned ${statusCode}: ${body}`);
  }

  /** Reads the last page of a history, like clients that open a conversation. */
  async readLastPage(conversation: Conversation): Promise<number> {
    const reader = new DynamoEventReader(this.#tables.documents, this.#tables);
    const page = await reader.search(logOf(conversation), { newestFirst: true, limit: 100, after: null });
    return page.items.length;
  }
}
