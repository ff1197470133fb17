import * as z from 'zod';

const Tag = z.object({ key: z.string().min(1).max(128), value: z.string().max(256).default('') });

export const ManagedVolume = z.object({
  roleArn: z.string('managedEBSVolume roleArn can not be blank.').min(1, 'managedEBSVolume roleArn can not be blank.'),
  sizeInGiB: z.number().int().min(1).max(16_384).optional(),
  snapshotId: z.string().min(1).optional(),
  filesystemType: z.enum(['ext3', 'ext4', 'xfs']).default('xfs'),
  volumeType: z.enum(['gp2', 'gp3', 'io1', 'io2', 'sc1', 'st1'], 'The volume type is not supported.').default('gp3'),
  iops: z.number().int().optional(),
  throughput: z.number().int().optional(),
  encrypted: z.boolean().default(false),
  tagSpecifications: z
    .array(
      z.object({
        resourceType: z.literal('volume', 'The resource type can only be volume.'),
        tags: z.array(Tag).max(48, 'A volume has at most 48 tags of its own.').default([]),
        propagateTags: z.enum(['TASK_DEFINITION', 'NONE']).optional(),
      }),
    )
    .max(1)
    .default([]),
  terminationPolicy: z.object({ deleteOnTermination: z.boolean() }).optional(),
});

/** The volume of a task as RunTask configures it. */
export const VolumeConfigurations = z.array(z.object({ name: z.string(), managedEBSVolume: ManagedVolume.optional() }));
export type ManagedVolume = z.infer<typeof ManagedVolume>;
export type VolumeConfigurations = z.infer<typeof VolumeConfigurations>;
