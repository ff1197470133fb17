import { randomUUID } from 'node:crypto';
import type { SnapshotRecord } from './records.ts';

/** What EventBridge tells of the end of a snapshot, without the envelope. */
export interface SnapshotEvent {
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The ARNs in it have their region where others have the account: that is how EC2 writes them in these events. */
export function snapshotEvent(snapshot: SnapshotRecord, region: string): SnapshotEvent {
  const { id, volumeId, state, stateMessage, startedAt, endedAt } = snapshot;
  const arn = `arn:aws:ec2::${region}:snapshot/${id}`;
  return {
    resources: [arn],
    detail: {
      event: 'createSnapshot',
      result: state === 'completed' ? 'succeeded' : 'failed',
      cause: stateMessage ?? '',
      'request-id': randomUUID(),
      snapshot_id: arn,
      source: `arn:aws:ec2::${region}:volume/${volumeId}`,
      startTime: wholeSeconds(startedAt),
      endTime: wholeSeconds(endedAt ?? startedAt),
    },
  };
}

function wholeSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
