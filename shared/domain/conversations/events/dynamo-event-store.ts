import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';
import { DynamoEventReader } from './dynamo-event-reader.ts';
import { DynamoEventWriter } from './dynamo-event-writer.ts';
import type { AgentEvent, EventLog } from './event.ts';
import type { EventWriter } from './event-store.ts';

/** The store for callers that both read and write. */
export class DynamoEventStore extends DynamoEventReader implements EventWriter {
  readonly #writer: DynamoEventWriter;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'events'>, now: Clock) {
    super(documents, tables);
    this.#writer = new DynamoEventWriter(documents, tables, now);
  }

  append(log: EventLog, events: readonly AgentEvent[]): Promise<number> {
    return this.#writer.append(log, events);
  }
}
