import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { type Change, updateOf } from '../../../platform/aws/expressions.ts';
import { heldBy, leaseTaken } from '../../../platform/aws/lease-change.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';
import { logKey } from './event-rows.ts';
import type { EventLeases, LeasePurpose, LogKey } from './event-store.ts';

/** Leases beside the events that they are about, each a row that DynamoDB removes some time after its end. */
export class DynamoEventLeases implements EventLeases {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: Tables<'events'>;
  readonly #now: Clock;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'events'>, now: Clock) {
    this.#documents = documents;
    this.#tables = tables;
    this.#now = now;
  }

  acquire(log: LogKey, purpose: LeasePurpose, holder: string, until: Date): Promise<boolean> {
    const { set, when } = leaseTaken(holder, timestamp(until), this.#now());
    return this.#update(log, purpose, { set: { ...set, purge_at: Math.ceil(until.getTime() / 1000) }, when });
  }

  async release(log: LogKey, purpose: LeasePurpose, holder: string): Promise<void> {
    await this.#update(log, purpose, { set: { lease_until: timestamp(this.#now()) }, when: heldBy(holder) });
  }

  async #update(log: LogKey, purpose: LeasePurpose, change: Change): Promise<boolean> {
    const Key = { conversation_key: logKey(log), event_id: `#lease:${purpose}` };
    const command = new UpdateCommand({ TableName: this.#tables.events, Key, ...updateOf(change) });
    return (await ifConditionHolds(this.#documents.send(command))) !== undefined;
  }
}
