import * as z from 'zod';
import { AwsError } from '../aws/aws-error.ts';

const VolumeTag = z.object({ key: z.string().min(1).max(128), value: z.string().max(256).default('') });

export const ManagedVolume = z.object({
  roleArn: z.string('managedEBSVolume roleArn can not be blank.').min(1, 'managedEBSVolume roleArn can not be blank.'),
  sizeInGiB: z.number().int().min(1).max(16_384).optional(),
  snapshotId: z.string().min(1).optional(),
  volumeInitializationRate: z
    .number()
    .int()
    .min(100, 'must be between 100 and 300 MiB/s.')
    .max(300, 'must be between 100 and 300 MiB/s.')
    .optional(),
  filesystemType: z.enum(['ext3', 'ext4', 'xfs']).default('xfs'),
  volumeType: z.enum(['gp2', 'gp3', 'io1', 'io2', 'sc1', 'st1'], 'The volume type is not supported.').default('gp3'),
  iops: z.number().int().optional(),
  throughput: z.number().int().optional(),
  encrypted: z.boolean().default(false),
  tagSpecifications: z
    .array(
      z.object({
        resourceType: z.literal('volume', 'The resource type can only be volume.'),
        tags: z.array(VolumeTag).max(48, 'A volume has at most 48 tags of its own.').default([]),
        propagateTags: z.enum(['TASK_DEFINITION', 'NONE']).optional(),
      }),
    )
    .max(1)
    .default([]),
  terminationPolicy: z.object({ deleteOnTermination: z.boolean() }).optional(),
});

/** The volumes of a task as RunTask configures them. */
export const VolumeConfigurations = z.array(z.object({ name: z.string(), managedEBSVolume: ManagedVolume.optional() }));
export type ManagedVolume = z.infer<typeof ManagedVolume>;
export type VolumeConfigurations = z.infer<typeof VolumeConfigurations>;

const Tag = z.object({
  key: z.string().min(1, 'Tag keys can not be empty.').max(128, 'Tag keys have at most 128 characters.'),
  value: z.string().max(256, 'Tag values have at most 256 characters.').default(''),
});

const ContainerOverride = z.object({
  name: z.string('Container override name can not be blank.').min(1, 'Container override name can not be blank.'),
  command: z.array(z.string()).optional(),
  environment: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  cpu: z.number().int().optional(),
  memory: z.number().int().optional(),
  memoryReservation: z.number().int().optional(),
});

const Overrides = z.object({
  containerOverrides: z.array(ContainerOverride).optional(),
  cpu: z.string().optional(),
  memory: z.string().optional(),
  taskRoleArn: z.string().optional(),
  executionRoleArn: z.string().optional(),
  ephemeralStorage: z
    .object({ sizeInGiB: z.number().int().min(21, 'must be 21 or more').max(200, 'must be 200 or less') })
    .optional(),
});

const NetworkConfiguration = z.object({
  awsvpcConfiguration: z
    .object({
      subnets: z.array(z.string()).min(1, 'subnets can not be empty.').max(16, 'subnets can have at most 16 items.'),
      securityGroups: z.array(z.string()).max(5, 'securityGroups can have at most 5 items.').optional(),
      assignPublicIp: z.enum(['ENABLED', 'DISABLED']).optional(),
    })
    .optional(),
});

const startedBy = z
  .string()
  .max(128, 'startedBy has at most 128 characters.')
  .regex(/^[A-Za-z0-9_/-]*$/, 'startedBy has only letters, digits, hyphens, underscores and slashes.');

const StrategyItem = z.object({
  capacityProvider: z.string(),
  base: z.number().int().min(0).max(100_000).default(0),
  weight: z.number().int().min(0).max(1_000).default(0),
});

export const RunTaskInput = z.object({
  cluster: z.string().optional(),
  taskDefinition: z.string('TaskDefinition can not be blank.').min(1, 'TaskDefinition can not be blank.'),
  clientToken: z
    .string()
    .max(64, 'clientToken has at most 64 characters.')
    .regex(/^[!-~]*$/, 'clientToken has only ASCII characters 33 to 126.')
    .optional(),
  count: z
    .number()
    .int()
    .min(1, 'count must be between 1 and 10.')
    .max(10, 'count must be between 1 and 10.')
    .default(1),
  startedBy: startedBy.optional(),
  group: z.string().max(255, 'group has at most 255 characters.').optional(),
  launchType: z.enum(['EC2', 'FARGATE', 'EXTERNAL', 'MANAGED_INSTANCES']).optional(),
  capacityProviderStrategy: z
    .array(StrategyItem)
    .max(20, 'capacityProviderStrategy can have at most 20 items.')
    .optional(),
  networkConfiguration: NetworkConfiguration.optional(),
  overrides: Overrides.optional(),
  propagateTags: z
    .literal('TASK_DEFINITION', 'propagateTags can only be TASK_DEFINITION.')
    .or(z.literal('NONE'))
    .optional(),
  enableExecuteCommand: z.boolean().optional(),
  tags: z.array(Tag).max(50, 'A task has at most 50 tags.').optional(),
  volumeConfigurations: VolumeConfigurations.optional(),
});
export type RunTaskInput = z.infer<typeof RunTaskInput>;

export const StopTaskInput = z.object({
  cluster: z.string().optional(),
  task: z.string('Task can not be blank.').min(1, 'Task can not be blank.'),
  reason: z.string().max(1024, 'reason has at most 1024 characters.').optional(),
});

export const DescribeTasksInput = z.object({
  cluster: z.string().optional(),
  tasks: z
    .array(z.string(), 'Tasks can not be empty.')
    .min(1, 'Tasks can not be empty.')
    .max(100, 'Tasks can have at most 100 items.'),
  include: z.array(z.literal('TAGS')).optional(),
});

export const ListTasksInput = z.object({
  cluster: z.string().optional(),
  containerInstance: z.string().optional(),
  family: z.string().optional(),
  serviceName: z.string().optional(),
  startedBy: startedBy.optional(),
  desiredStatus: z.enum(['RUNNING', 'PENDING', 'STOPPED']).optional(),
  launchType: z.enum(['EC2', 'FARGATE', 'EXTERNAL', 'MANAGED_INSTANCES']).optional(),
  maxResults: z.number().int().min(1).max(100, 'maxResults must be between 1 and 100.').default(100),
  nextToken: z.string().optional(),
});
export type ListTasksInput = z.infer<typeof ListTasksInput>;

/** @throws AwsError InvalidParameterException that names the field and the rule it breaks. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw invalidParameter(`${path}: ${issue?.message ?? 'is not valid.'}`);
}

export function invalidParameter(message: string): AwsError {
  return new AwsError('InvalidParameterException', message);
}
