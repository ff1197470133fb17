import * as z from 'zod';
import { timestamp } from '../../../platform/clock.ts';
import { notesOfTags, ownerOfTags } from '../record/disk-tags.ts';
import type { Snapshot, Volume } from '../record/disks.ts';

const Tags = z
  .array(z.object({ Key: z.string().optional(), Value: z.string().optional() }))
  .nullish()
  .transform((tags) => {
    const own = (tags ?? []).map(({ Key, Value }) => ({ key: Key, value: Value }));
    return { owner: ownerOfTags(own), ...notesOfTags(own) };
  });

const EbsVolume = z.object({
  VolumeId: z.string(),
  State: z.enum(['creating', 'available', 'in-use', 'deleting', 'deleted', 'error']),
  CreateTime: z.date(),
  Tags,
});

/** Operators use the recycle bin (`recoverable`, `recovering`); this service does not. */
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

/** @throws when this is no volume of EC2. */
export function toVolume(value: unknown): Volume {
  const { VolumeId: id, State: state, CreateTime, Tags } = EbsVolume.parse(value);
  return { id, state, ...Tags, createdAt: timestamp(CreateTime) };
}

/** @throws when this is no snapshot of EC2. */
export function toSnapshot(value: unknown): Snapshot {
  const { SnapshotId: id, VolumeId: volumeId, State, StateMessage, StartTime, Tags } = EbsSnapshot.parse(value);
  const message = StateMessage || null;
  return { id, volumeId, state: snapshotStates[State], message, ...Tags, startedAt: timestamp(StartTime) };
}
