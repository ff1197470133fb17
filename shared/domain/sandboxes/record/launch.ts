import * as z from 'zod';
import { Capacity } from '../../../contract/shapes/enums.ts';
import { TaskSize } from '../../billing/usage/task-size.ts';

/** The API key that pays for an interval, and the ids of its lineages; without them, it is its own lineage. */
export const paidBy = { api_key_id: z.string().nullable(), lineages: z.array(z.string()).optional() };

/** A task's disk as in RunTask. A disk from a snapshot must have the file system of the snapshot. */
export const LaunchVolume = z.object({
  name: z.string(),
  role_arn: z.string(),
  size_gib: z.int(),
  snapshot_id: z.string().nullable(),
  filesystem_type: z.string(),
  /** How fast a disk from a snapshot is filled, in MiB a second; null to fill it as it is read, without charge. */
  initialization_rate: z.int().nullable(),
  tags: z.array(z.object({ key: z.string(), value: z.string() })),
});
export type LaunchVolume = z.infer<typeof LaunchVolume>;

/**
 * What starts need of the version of an owner's spec that a sandbox was made from. It keeps that version, even after
 * the spec was changed or deleted. Deployed specs are found by their ids, and their sandboxes take each new revision.
 */
export const OwnVersion = z.object({
  version: z.int(),
  /** Of its task definition, without the prefix of the deployment. */
  family: z.string(),
  container: z.string(),
  volume: z.string(),
  size: TaskSize,
  workspace_gigabytes: z.int(),
  initialization_rate: z.int().nullable(),
});
export type OwnVersion = z.infer<typeof OwnVersion>;

/** The parameters of RunTask. A repeated call with the same token must be identical. */
export const Launch = z.object({
  task_definition: z.string(),
  container: z.string(),
  subnets: z.array(z.string()),
  security_groups: z.array(z.string()),
  requested_at: z.string(),
  /** The task's disk: new or from a snapshot; null when the task definition has none. */
  volume: LaunchVolume.nullable(),
  /** The size that the task is billed for. */
  size: TaskSize.nullable(),
  /** The same for ECS, if it differs from the size of the task definition. */
  size_override: z.object({ cpu: z.string(), memory: z.string() }).nullable(),
  capacity: Capacity,
  ...paidBy,
});
export type Launch = z.infer<typeof Launch>;
