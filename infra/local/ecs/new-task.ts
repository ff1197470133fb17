import { randomBytes, randomUUID } from 'node:crypto';
import type { RunTaskInput } from './requests.ts';
import { defaultLaunchType } from './run-task-rules.ts';
import { stopTimeoutOf, type TaskDefinition } from './task-definition.ts';
import type { TaskRecord } from './task-record.ts';
import { newVolume } from './volume-rules.ts';
import { workspaceOf } from './workspaces.ts';

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
    launchType: input.launchType ?? defaultLaunchType,
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
