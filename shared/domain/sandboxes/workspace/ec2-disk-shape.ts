import * as z from 'zod';
import { timestamp } from '../../../platform/clock.ts';
import { notesOfTags, ownerOfTags, SNAPSHOT_TAG, type Snapshot, type Volume } from '../record/disks.ts';

const Tags = z
  .array(z.object({ Key: z.string().optional(), Value: z.string().optional() }))
  .nullish()
  .transform((tags) => {
    const own = (tags ?? []).map(({ Key, Value }) => ({ key: Key, value: Value }));
    const takenFor = own.find(({ key }) => key === SNAPSHOT_TAG)?.value;
    return { owner: ownerOfTags(own), ...(takenFor ? { takenFor } : {}), ...notesOfTags(own) };
  });

const EbsVolume = z.object({
  VolumeId: z.string(),
  State: z.enum(['creating', 'available', 'in-use', 'deleting', 'deleted', 'error']),
  CreateTime: z.date(),
  Tags,
});

/** `recoverable` and `recovering` are states of the recycle bin, which only operators use. */
const EbsSnapshot = z.object({
  SnapshotId: z.string(),
  VolumeId: z.string().default(''),
  State: z.enum(['pending', 'completed', 'error', 'recoverable', 'recovering']),
  StateMessage: z.string().nullish(),
  StartTime: z.date(),
  Tags,
});

const snapshotStates = {
  pending: 'pending',
  recovering: 'pending',
  completed: 'completed',
  error: 'error',
  recoverable: 'error',
} as const;

/** @throws ZodError for a value that is not an EC2 volume */
export function toVolume(value: unknown): Volume {
  const { VolumeId: id, State: state, CreateTime, Tags } = EbsVolume.parse(value);
  return { id, state, ...Tags, createdAt: timestamp(CreateTime) };
}

/** @throws ZodError for a value that is not an EC2 snapshot */
export function toSnapshot(value: unknown): Snapshot {
  const { SnapshotId: id, VolumeId: volumeId, State, StateMessage, StartTime, Tags } = EbsSnapshot.parse(value);
  const message = StateMessage || null;
  return { id, volumeId, state: snapshotStates[State], message, ...Tags, startedAt: timestamp(StartTime) };
}

/** The detail of EC2's "EBS Snapshot Notification", which is also sent for shared and copied snapshots. */
const SnapshotEvent = z.object({ event: z.string(), snapshot_id: z.string() });

/** @returns the id of the snapshot that was completed or failed; undefined for any other event */
export function snapshotOfEvent(detail: unknown): string | undefined {
  const event = SnapshotEvent.safeParse(detail);
  if (!event.success || event.data.event !== 'createSnapshot') return undefined;
  return /snapshot\/(snap-[0-9a-f]+)$/.exec(event.data.snapshot_id)?.[1];
}
