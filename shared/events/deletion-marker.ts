import type { TransactItem } from '../aws/transact.ts';
import { COUNTER, logKey } from './event-keys.ts';
import type { LogKey } from './event-store.ts';

/** The marker by which a deletion makes the end of a history known, as a part of its transaction. */
export function deletionMarker(table: string, log: LogKey, at: MarkerTimes): TransactItem {
  return {
    Update: {
      TableName: table,
      Key: { conversation_key: logKey(log), event_id: COUNTER },
      UpdateExpression: 'SET deleted_at = :deleted, purge_at = :purge',
      ExpressionAttributeValues: { ':deleted': at.deletedAt, ':purge': at.purgeAt },
    },
  };
}

export interface MarkerTimes {
  readonly deletedAt: string;
  /** When the marker goes, in seconds since 1970. */
  readonly purgeAt: number;
}
