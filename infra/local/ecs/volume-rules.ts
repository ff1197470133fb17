import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { invalidParameter } from './requests.ts';
import type { TaskDefinition } from './task-definition.ts';
import type { TaskRecord } from './task-record.ts';
import type { ManagedVolume, VolumeConfigurations } from './volume-request.ts';

const reservedTags = ['AmazonECSCreated', 'AmazonECSManaged'];

/** RunTask has to configure just the one volume that a definition leaves to it. @throws AwsError */
export function checkVolumes(configurations: VolumeConfigurations = [], { properties }: TaskDefinition): void {
  const [wanted] = properties.Volumes.filter(({ ConfiguredAtLaunch }) => ConfiguredAtLaunch).map(({ Name }) => Name);
  const [given, ...others] = configurations;
  if (wanted !== undefined && !given) {
    throw invalidParameter(`volumeConfigurations must configure the volume ${wanted}, which is configured at launch.`);
  }
  if (others.length > 0) throw invalidParameter('Exactly one volume configuration can be specified.');
  if (!given) return;
  if (given.name !== wanted) {
    throw invalidParameter(`The volume ${given.name} is not configured at launch in the task definition.`);
  }
  checkManagedVolume(given.managedEBSVolume);
}

function checkManagedVolume(volume: ManagedVolume | undefined): void {
  if (!volume) throw invalidParameter('managedEBSVolume can not be blank.');
  if (volume.sizeInGiB === undefined && volume.snapshotId === undefined) {
    throw invalidParameter('Either sizeInGiB or snapshotId must be specified for managedEBSVolume.');
  }
  const keys = volume.tagSpecifications.flatMap(({ tags }) => tags.map(({ key }) => key));
  if (new Set(keys).size !== keys.length) throw invalidParameter('Tag keys must be unique.');
  const reserved = keys.find((key) => reservedTags.includes(key) || key.toLowerCase().startsWith('aws:'));
  if (reserved !== undefined) throw invalidParameter(`The tag key ${reserved} is reserved.`);
}

/** The volume of a new task, before there is one; undefined for a task that has none. */
export function newVolume(
  configurations: VolumeConfigurations = [],
  { template }: TaskDefinition,
  taskArn: string,
): TaskRecord['volume'] {
  const [configured] = configurations;
  if (!configured?.managedEBSVolume) return undefined;
  const { roleArn, sizeInGiB, tagSpecifications, terminationPolicy, ...rest } = configured.managedEBSVolume;
  const [specification] = tagSpecifications;
  const propagated =
    specification?.propagateTags === 'TASK_DEFINITION' ? DefinitionTags.parse(template.Tags ?? []) : [];
  const managed = { AmazonECSCreated: taskArn, AmazonECSManaged: 'true' };
  const tags = new Map([...propagated, ...(specification?.tags ?? [])].map(({ key, value }) => [key, value]));
  for (const [key, value] of Object.entries(managed)) tags.set(key, value);
  return {
    attachmentId: randomUUID(),
    name: configured.name,
    roleArn,
    status: 'PRECREATED',
    configuration: {
      ...rest,
      sizeGibibytes: sizeInGiB,
      deleteOnTermination: terminationPolicy?.deleteOnTermination ?? true,
      tags: [...tags].map(([key, value]) => ({ key, value })),
    },
  };
}

const DefinitionTags = z.array(
  z.object({ Key: z.string(), Value: z.string() }).transform(({ Key, Value }) => ({ key: Key, value: Value })),
);
