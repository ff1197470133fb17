import * as z from 'zod';
import { RunRecipe } from './task-definition.ts';

const Tag = z.object({ key: z.string(), value: z.string().default('') });

/** A container port and, once the task is placed, the ports of this machine that lead to it. */
const Port = z.object({
  name: z.string().optional(),
  containerPort: z.number(),
  /** Where the program listens. */
  hostPort: z.number().optional(),
  /** The port of the edge for clients; null for a port without one, behind an edge. Undefined without an edge. */
  edgePort: z.number().nullable().optional(),
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
  /** The edge finds the task by this address. Records of earlier versions may lack it. */
  publicAddress: z.string().optional(),
  status: z.enum(['PRECREATED', 'ATTACHED', 'DELETED']),
});

/** The managed EBS volume of a task, as its attachment shows it. The id is set once the volume exists. */
const Volume = z.object({
  attachmentId: z.string(),
  name: z.string(),
  roleArn: z.string(),
  configuration: z.object({
    /** That of the snapshot by default. */
    sizeGibibytes: z.number().optional(),
    snapshotId: z.string().optional(),
    volumeInitializationRate: z.number().optional(),
    filesystemType: z.string(),
    volumeType: z.string(),
    iops: z.number().optional(),
    throughput: z.number().optional(),
    encrypted: z.boolean(),
    deleteOnTermination: z.boolean(),
    tags: z.array(Tag).readonly(),
  }),
  status: z.enum(['PRECREATED', 'CREATED', 'ATTACHED', 'DETACHED', 'DELETED', 'FAILED']),
  statusReason: z.string().optional(),
  id: z.string().optional(),
});
export type TaskVolume = z.infer<typeof Volume>;

/** Tells a process apart from a later one with the same pid. */
const ProcessIdentity = z.object({
  pid: z.number(),
  marker: z.string(),
  /** Whether the process holds namespaces in which the program runs. */
  namespaced: z.boolean().default(false),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** A task as stored on disk. Times are milliseconds since 1970; environment and recipe are those of its RunTask. */
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
  /** Whether this machine knows the image. */
  hasImage: z.boolean().default(true),
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
