import { randomBytes } from 'node:crypto';
import * as z from 'zod';

export const Tag = z.object({ key: z.string(), value: z.string() });
export type Tag = z.infer<typeof Tag>;

/** A volume as stored on disk. Times are milliseconds since 1970. */
export const VolumeRecord = z.object({
  id: z.string(),
  /** `creating` until it has its content; `deleting` until it is gone. */
  state: z.enum(['creating', 'available', 'in-use', 'deleting', 'error']),
  sizeGibibytes: z.number(),
  volumeType: z.string(),
  iops: z.number().optional(),
  throughput: z.number().optional(),
  encrypted: z.boolean(),
  filesystemType: z.string(),
  availabilityZone: z.string(),
  createdAt: z.number(),
  tags: z.array(Tag),
  /** The snapshot from which it was created. */
  snapshotId: z.string().optional(),
  /** The task for which it was created, until it is released. */
  task: z.object({ id: z.string(), arn: z.string(), deleteOnTermination: z.boolean() }).optional(),
  /** Its mount: set before the folder moves there, and removed after it has moved back. */
  workspace: z.string().optional(),
  attachedAt: z.number().optional(),
});
export type VolumeRecord = z.infer<typeof VolumeRecord>;

/** A snapshot as stored on disk. */
export const SnapshotRecord = z.object({
  id: z.string(),
  volumeId: z.string(),
  /** The snapshot that the volume was created from. */
  baseId: z.string().optional(),
  volumeSizeGibibytes: z.number(),
  filesystemType: z.string(),
  encrypted: z.boolean(),
  state: z.enum(['pending', 'completed', 'error', 'deleting']),
  stateMessage: z.string().optional(),
  description: z.string(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  tags: z.array(Tag),
  /** Whether a task could write to the volume at the start, so that the copy cannot be repeated. */
  ofLiveVolume: z.boolean(),
  /** Whether its end was published. */
  announced: z.boolean(),
});
export type SnapshotRecord = z.infer<typeof SnapshotRecord>;

/** An id as EC2 generates it today, with 17 hexadecimal digits. */
export function newResourceId(kind: 'vol' | 'snap'): string {
  return `${kind}-0${randomBytes(8).toString('hex')}`;
}
