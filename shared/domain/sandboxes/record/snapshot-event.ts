import * as z from 'zod';

/** The detail of EC2's "EBS Snapshot Notification". Of shared and copied snapshots there are such events too. */
const SnapshotEvent = z.object({ event: z.string(), snapshot_id: z.string() });

/** @returns the id of the snapshot that was completed or failed, or undefined for any other event. */
export function snapshotOfEvent(detail: unknown): string | undefined {
  const event = SnapshotEvent.safeParse(detail);
  if (!event.success || event.data.event !== 'createSnapshot') return undefined;
  return /snapshot\/(snap-[0-9a-f]+)$/.exec(event.data.snapshot_id)?.[1];
}
