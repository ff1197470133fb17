import { updateOf } from '../../../platform/aws/expressions.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Table } from '../../../rights/statement.ts';
import { COUNTER, logKey } from './event-keys.ts';
import type { LogKey } from './event-store.ts';
import { eventLimits } from './limits.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The marker that a deletion puts in place of a history, as a part of its transaction. */
export function deletionMarker(table: Table<'events'>, log: LogKey, now: Date): Part {
  const purgeAt = Math.floor(now.getTime() / 1000) + eventLimits.markerDays * DAY_SECONDS;
  return certain({
    Update: {
      TableName: table,
      Key: { conversation_key: logKey(log), event_id: COUNTER },
      ...updateOf({ set: { deleted_at: timestamp(now), purge_at: purgeAt } }),
    },
  });
}
