import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from '../aws/aws-error.ts';
import { invalidParameter, type ManagedVolume, type RunTaskInput, type VolumeConfigurations } from './requests.ts';
import type { TaskDefinition } from './task-definition.ts';
import type { TaskRecord } from './task-record.ts';
import { checkTaskSize, taskSizeOf } from './task-size.ts';
import { workspaceOf } from './workspaces.ts';

export interface Placement {
  readonly region: string;
  readonly accountId: string;
  readonly clusterName: string;
  readonly clusterArn: string;
  /** The capacity providers of the cluster. */
  readonly capacityProviders: readonly string[];
}

/** ECS's default time between SIGTERM and SIGKILL. */
const defaultStopTimeoutSeconds = 30;

/** A new task with the status PROVISIONING, as RunTask returns it. */
export function newTask(
  input: RunTaskInput,
  definition: TaskDefinition,
  placement: Placement,
  { publicAddress, now }: { readonly publicAddress: string; readonly now: number },
): TaskRecord {
  const id = randomBytes(16).toString('hex');
  const arn = `arn:aws:ecs:${placement.region}:${placement.accountId}:task/${placement.clusterName}/${id}`;
  const { properties, family } = definition;
  const { overrides } = input;
  return {
    id,
    arn,
    clusterArn: placement.clusterArn,
    taskDefinitionArn: definition.arn,
    family,
    group: input.group ?? `family:${family}`,
    startedBy: input.startedBy,
    launchType: launchTypeOf(input),
    capacityProviderName: providerOf(input),
    platformVersion: '1.4.0',
    availabilityZone: `${placement.region}a`,
    ...taskSizeOf(overrides, properties),
    ephemeralStorageGibibytes: overrides?.ephemeralStorage?.sizeInGiB ?? properties.EphemeralStorage?.SizeInGiB ?? 20,
    enableExecuteCommand: input.enableExecuteCommand ?? false,
    overrides: { containerOverrides: [], ...overrides },
    tags: input.tags ?? [],
    stopTimeoutSeconds: definition.container.StopTimeout ?? defaultStopTimeoutSeconds,
    recipe: definition.recipe,
    hasImage: definition.hasImage,
    workspace: workspaceOf(input.startedBy, id),
    container: newContainer(id, input, definition, placement),
    networkInterface: {
      attachmentId: randomUUID(),
      id: `eni-${randomBytes(9).toString('hex').slice(0, 17)}`,
      subnetId: input.networkConfiguration?.awsvpcConfiguration?.subnets[0] ?? 'subnet-local',
      macAddress: `02:${randomBytes(5)
        .toString('hex')
        .replace(/..(?!$)/g, '$&:')}`,
      publicAddress,
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

const maxOverridesCharacters = 8192;

/** ECS's default for a cluster without a default strategy, such as the template's. */
const defaultLaunchType = 'EC2';

/** The capacity provider of a strategy, of which the control plane names one. */
function providerOf({ capacityProviderStrategy: strategy }: RunTaskInput): string | undefined {
  return strategy?.find(({ weight, base }) => weight > 0 || base > 0)?.capacityProvider;
}

function launchTypeOf(input: RunTaskInput): string {
  return providerOf(input)?.startsWith('FARGATE') ? 'FARGATE' : (input.launchType ?? defaultLaunchType);
}

/** Whether a task would run on Fargate Spot. */
export function isOnSpot(input: RunTaskInput): boolean {
  return providerOf(input) === 'FARGATE_SPOT';
}

/** The rules of RunTask that span several fields. @throws AwsError with ECS's error name */
export function checkRunTask(input: RunTaskInput, definition: TaskDefinition, { capacityProviders }: Placement): void {
  checkStrategy(input, capacityProviders);
  checkPlacement(input, definition);
  checkOverrides(input, definition);
  checkVolumes(input.volumeConfigurations, definition);
  const keys = (input.tags ?? []).map(({ key }) => key);
  if (new Set(keys).size !== keys.length) throw invalidParameter('Tag keys must be unique.');
  if (keys.some((key) => key.toLowerCase().startsWith('aws:')))
    throw invalidParameter('Tag keys cannot begin with aws:.');
}

function checkStrategy(input: RunTaskInput, providers: readonly string[]): void {
  const { launchType, capacityProviderStrategy: strategy } = input;
  if (!strategy?.length) return;
  if (launchType) {
    throw invalidParameter(
      'Specifying both a launch type and capacity provider strategy is not supported. Remove one and try again.',
    );
  }
  if (strategy.some(({ capacityProvider }) => !providers.includes(capacityProvider))) {
    throw invalidParameter(
      'The specified capacity provider strategy cannot contain a capacity provider that is not associated with the cluster.',
    );
  }
  if (providerOf(input) === undefined)
    throw invalidParameter('At least one capacity provider must have a weight or a base greater than 0.');
}

function checkPlacement(input: RunTaskInput, { properties }: TaskDefinition): void {
  const { networkConfiguration } = input;
  const launchType = launchTypeOf(input);
  if (!properties.RequiresCompatibilities.includes(launchType)) {
    throw invalidParameter(`Task definition does not support launch_type ${launchType}.`);
  }
  if (properties.NetworkMode === 'awsvpc' && !networkConfiguration?.awsvpcConfiguration) {
    throw invalidParameter("Network Configuration must be provided when networkMode 'awsvpc' is specified.");
  }
  if (input.enableExecuteCommand && !(input.overrides?.taskRoleArn ?? properties.TaskRoleArn)) {
    throw invalidParameter('enableExecuteCommand needs a task role.');
  }
}

function checkOverrides({ overrides }: RunTaskInput, { properties, container }: TaskDefinition): void {
  if (!overrides) return;
  if (JSON.stringify(overrides).length > maxOverridesCharacters) {
    throw invalidParameter(`Overrides can have at most ${maxOverridesCharacters} characters.`);
  }
  for (const { name, command } of overrides.containerOverrides ?? []) {
    if (!properties.ContainerDefinitions.some(({ Name }) => Name === name)) {
      throw invalidParameter(`Override for container named ${name} is not a container in the TaskDefinition.`);
    }
    // The local program does not know the image's command, so ignoring the override would hide a difference.
    if (command && name === container.Name) {
      throw new AwsError('UnsupportedFeatureException', 'The command of a local task cannot be overridden.');
    }
  }
  checkTaskSize(overrides, properties);
}

const reservedTags = ['AmazonECSCreated', 'AmazonECSManaged'];

/** RunTask must configure exactly the volume that the definition leaves to it. @throws AwsError */
function checkVolumes(configurations: VolumeConfigurations = [], { properties }: TaskDefinition): void {
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
  if (volume.volumeInitializationRate !== undefined && volume.snapshotId === undefined)
    throw invalidParameter('volumeInitializationRate can only be specified with snapshotId.');
  const keys = volume.tagSpecifications.flatMap(({ tags }) => tags.map(({ key }) => key));
  if (new Set(keys).size !== keys.length) throw invalidParameter('Tag keys must be unique.');
  const reserved = keys.find((key) => reservedTags.includes(key) || key.toLowerCase().startsWith('aws:'));
  if (reserved !== undefined) throw invalidParameter(`The tag key ${reserved} is reserved.`);
}

/** The volume of a new task, before it is created; undefined for a task without one. */
function newVolume(
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
