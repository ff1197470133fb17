import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../clock.ts';
import { DynamoEventReader } from './dynamo-event-reader.ts';
import { DynamoEventWriter } from './dynamo-event-writer.ts';
import type { AgentEvent, EventLog } from './event.ts';
import type { EventWriter } from './event-store.ts';

/** Reads and writes, for whoever does both. */
export class DynamoEventStore extends DynamoEventReader implements EventWriter {
  private readonly writer: DynamoEventWriter;

  constructor(documents: DynamoDBDocumentClient, table: string, now: Clock) {
    super(documents, table);
    this.writer = new DynamoEventWriter(documents, table, now);
  }

  append(log: EventLog, events: readonly AgentEvent[]): Promise<number> {
    return this.writer.append(log, events);
  }
}
