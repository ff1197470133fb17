import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { type Change, updateOf } from '../../../platform/aws/expressions.ts';
import { heldBy, leaseTaken } from '../../../platform/aws/lease-change.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';
import { logKey } from './event-rows.ts';
import type { EventLeases, LeasePurpose, LogKey } from './event-store.ts';

/** Leases beside the events that they protect. DynamoDB removes the row of a lease some time after its end. */
export class DynamoEventLeases extends TableStore<Tables<'events'>> implements EventLeases {
  acquire(log: LogKey, purpose: LeasePurpose, holder: string, until: Date): Promise<boolean> {
    const { set, when } = leaseTaken(holder, timestamp(until), this.now());
    return this.#update(log, purpose, { set: { ...set, purge_at: Math.ceil(until.getTime() / 1000) }, when });
  }

  async release(log: LogKey, purpose: LeasePurpose, holder: string): Promise<void> {
    await this.#update(log, purpose, { set: { lease_until: timestamp(this.now()) }, when: heldBy(holder) });
  }

  async #update(log: LogKey, purpose: LeasePurpose, change: Change): Promise<boolean> {
    const Key = { conversation_key: logKey(log), event_id: `#lease:${purpose}` };
    const command = new UpdateCommand({ TableName: this.tables.events, Key, ...updateOf(change) });
    return (await ifConditionHolds(this.documents.send(command))) !== undefined;
  }
}
