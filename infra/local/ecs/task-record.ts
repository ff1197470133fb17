import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { RunTaskInput } from './requests.ts';
import { RunRecipe, stopTimeoutOf, type TaskDefinition } from './task-definition.ts';
import { newVolume } from './volume-rules.ts';
import { workspaceOf } from './workspaces.ts';

const Tag = z.object({ key: z.string(), value: z.string().default('') });

/** One container port and, once the task is placed, the port of this machine that leads to it. */
const Port = z.object({
  name: z.string().optional(),
  containerPort: z.number(),
  hostPort: z.number().optional(),
  protocol: z.string(),
});

const Container = z.object({
  arn: z.string(),
  name: z.string(),
  image: z.string(),
  lastStatus: z.enum(['PENDING', 'RUNNING', 'STOPPED']),
  runtimeId: z.string().optional(),
  exitCode: z.number().optional(),
  reason: z.string().optional(),
  ports: z.array(Port),
  environment: z.record(z.string(), z.string()),
});

const NetworkInterface = z.object({
  attachmentId: z.string(),
  id: z.string(),
  subnetId: z.string(),
  macAddress: z.string(),
  status: z.enum(['PRECREATED', 'ATTACHED', 'DELETED']),
});

/** The managed EBS volume of a task, as its attachment shows it. Its id is known when it was made. */
const Volume = z.object({
  attachmentId: z.string(),
  name: z.string(),
  roleArn: z.string(),
  configuration: z.object({
    sizeGibibytes: z.number().optional(),
    snapshotId: z.string().optional(),
    filesystemType: z.string(),
    volumeType: z.string(),
    iops: z.number().optional(),
    throughput: z.number().optional(),
    encrypted: z.boolean(),
    deleteOnTermination: z.boolean(),
    tags: z.array(Tag),
  }),
  status: z.enum(['PRECREATED', 'CREATED', 'ATTACHED', 'DETACHED', 'DELETED', 'FAILED']),
  statusReason: z.string().optional(),
  id: z.string().optional(),
});

/** A process told apart from any later one that reuses its number. */
const ProcessIdentity = z.object({ pid: z.number(), marker: z.string() });
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/**
 * A task as it is kept on disk. Times are milliseconds since 1970. The environment and the recipe are those of the moment of RunTask, so
 * that a restart of this service starts the same process again.
 */
export const TaskRecord = z.object({
  id: z.string(),
  arn: z.string(),
  clusterArn: z.string(),
  taskDefinitionArn: z.string(),
  family: z.string(),
  group: z.string(),
  startedBy: z.string().optional(),
  launchType: z.string().optional(),
  capacityProviderName: z.string().optional(),
  platformVersion: z.string(),
  availabilityZone: z.string(),
  cpu: z.string().optional(),
  memory: z.string().optional(),
  ephemeralStorageGibibytes: z.number(),
  enableExecuteCommand: z.boolean(),
  overrides: z.record(z.string(), z.unknown()),
  tags: z.array(Tag),
  stopTimeoutSeconds: z.number(),
  recipe: RunRecipe.nullable(),
  workspace: z.string(),
  container: Container,
  networkInterface: NetworkInterface,
  volume: Volume.optional(),
  version: z.number(),
  announcedVersion: z.number(),
  lastStatus: z.enum(['PROVISIONING', 'PENDING', 'RUNNING', 'DEACTIVATING', 'STOPPING', 'DEPROVISIONING', 'STOPPED']),
  desiredStatus: z.enum(['RUNNING', 'STOPPED']),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().optional(),
  stoppingAt: z.number().optional(),
  executionStoppedAt: z.number().optional(),
  stoppedAt: z.number().optional(),
  stopCode: z
    .enum([
      'TaskFailedToStart',
      'EssentialContainerExited',
      'UserInitiated',
      'SpotInterruption',
      'TerminationNotice',
      'InfrastructureHealth',
    ])
    .optional(),
  stoppedReason: z.string().optional(),
  process: ProcessIdentity.optional(),
});
export type TaskRecord = z.infer<typeof TaskRecord>;
export type StopCode = NonNullable<TaskRecord['stopCode']>;

export interface Placement {
  readonly region: string;
  readonly accountId: string;
  readonly clusterName: string;
  readonly clusterArn: string;
  readonly stopTimeoutOverrideSeconds?: number | undefined;
}

/** A new task, PROVISIONING, as RunTask answers it. */
export function newTask(
  input: RunTaskInput,
  definition: TaskDefinition,
  placement: Placement,
  now: number,
): TaskRecord {
  const id = randomBytes(16).toString('hex');
  const arn = `arn:aws:ecs:${placement.region}:${placement.accountId}:task/${placement.clusterName}/${id}`;
  const { properties, family } = definition;
  const { overrides } = input;
  const provider = input.capacityProviderStrategy?.[0]?.capacityProvider;
  return {
    id,
    arn,
    clusterArn: placement.clusterArn,
    taskDefinitionArn: definition.arn,
    family,
    group: input.group ?? `family:${family}`,
    startedBy: input.startedBy,
    launchType: provider ? undefined : (input.launchType ?? 'FARGATE'),
    capacityProviderName: provider,
    platformVersion: '1.4.0',
    availabilityZone: `${placement.region}a`,
    cpu: overrides?.cpu ?? properties.Cpu,
    memory: overrides?.memory ?? properties.Memory,
    ephemeralStorageGibibytes: overrides?.ephemeralStorage?.sizeInGiB ?? properties.EphemeralStorage?.SizeInGiB ?? 20,
    enableExecuteCommand: input.enableExecuteCommand ?? false,
    overrides: { containerOverrides: [], ...overrides },
    tags: input.tags ?? [],
    stopTimeoutSeconds: placement.stopTimeoutOverrideSeconds ?? stopTimeoutOf(definition),
    recipe: definition.recipe,
    workspace: workspaceOf(input.startedBy, id),
    container: newContainer(id, input, definition, placement),
    networkInterface: {
      attachmentId: randomUUID(),
      id: `eni-${randomBytes(9).toString('hex').slice(0, 17)}`,
      subnetId: input.networkConfiguration?.awsvpcConfiguration?.subnets[0] ?? 'subnet-local',
      macAddress: `02:${randomBytes(5)
        .toString('hex')
        .replace(/..(?!$)/g, '$&:')}`,
      status: 'PRECREATED',
    },
    volume: newVolume(input.volumeConfigurations, definition, arn),
    version: 1,
    announcedVersion: 0,
    lastStatus: 'PROVISIONING',
    desiredStatus: 'RUNNING',
    createdAt: now,
    updatedAt: now,
  };
}

function newContainer(
  taskId: string,
  { overrides }: RunTaskInput,
  { container }: TaskDefinition,
  { region, accountId, clusterName }: Placement,
): TaskRecord['container'] {
  const override = overrides?.containerOverrides?.find(({ name }) => name === container.Name);
  return {
    arn: `arn:aws:ecs:${region}:${accountId}:container/${clusterName}/${taskId}/${randomUUID()}`,
    name: container.Name,
    image: container.Image,
    lastStatus: 'PENDING',
    ports: container.PortMappings.map(({ Name, ContainerPort, Protocol }) => ({
      name: Name,
      containerPort: ContainerPort,
      protocol: Protocol,
    })),
    environment: Object.fromEntries([
      ...container.Environment.map(({ Name, Value }) => [Name, Value]),
      ...(override?.environment ?? []).map(({ name, value }) => [name, value]),
    ]),
  };
}
