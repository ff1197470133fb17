import type { TaskEntry } from '../aws/inventory.ts';
import type { TaskRecord, TaskVolume } from './task-record.ts';

/** The loopback address: a local sandbox listens on this machine only. */
export const loopback = '127.0.0.1';

/** The network interface of a task. Its private address is the loopback address. */
export interface NetworkInterface {
  readonly id: string;
  readonly subnetId: string;
  readonly macAddress: string;
  readonly availabilityZone: string;
  readonly address: string;
  readonly publicAddress: string | undefined;
  readonly createdAt: number;
}

/** The ports of this machine that a task holds. */
export function hostPortsOf({ container }: TaskRecord): readonly number[] {
  return container.ports.flatMap(({ hostPort }) => hostPort ?? []);
}

/** The ports of the edge that lead to a task. */
export function edgePortsOf({ container }: TaskRecord): readonly number[] {
  return container.ports.flatMap(({ edgePort }) => edgePort ?? []);
}

/** A task as the ECS API returns it. Times are seconds since 1970, with a fraction. */
export function taskView(task: TaskRecord, { tags }: { tags: boolean }): Record<string, unknown> {
  return {
    ...sharedView(task),
    attachments: attachmentsView(task, 'ElasticNetworkInterface'),
    containers: [containerView(task)],
    tags: tags ? task.tags : [],
    ...times(task, (milliseconds) => milliseconds / 1000),
  };
}

/** A task as `GET /_local/state` shows it. */
export function taskEntry(task: TaskRecord): TaskEntry {
  return {
    id: task.id,
    started_by: task.startedBy ?? null,
    last_status: task.lastStatus,
    desired_status: task.desiredStatus,
    created_at: new Date(task.createdAt).toISOString(),
    pid: task.process?.pid ?? null,
    volume_id: task.volume?.id ?? null,
    stop_code: task.stopCode ?? null,
    stopped_reason: task.stoppedReason ?? null,
    capacity_provider: task.capacityProviderName ?? null,
  };
}

/** What ECS still reports of a stopped task when its RunTask is repeated. */
export function stoppedTaskView({ arn, lastStatus, desiredStatus }: TaskRecord): Record<string, unknown> {
  return { taskArn: arn, lastStatus, desiredStatus };
}

export function sharedView(task: TaskRecord): Record<string, unknown> {
  return {
    taskArn: task.arn,
    clusterArn: task.clusterArn,
    taskDefinitionArn: task.taskDefinitionArn,
    group: task.group,
    startedBy: task.startedBy,
    launchType: task.launchType,
    capacityProviderName: task.capacityProviderName,
    platformVersion: task.platformVersion,
    availabilityZone: task.availabilityZone,
    cpu: task.cpu,
    memory: task.memory,
    ephemeralStorage: { sizeInGiB: task.ephemeralStorageGibibytes },
    enableExecuteCommand: task.enableExecuteCommand,
    overrides: task.overrides,
    version: task.version,
    lastStatus: task.lastStatus,
    desiredStatus: task.desiredStatus,
    connectivity: task.startedAt === undefined ? undefined : 'CONNECTED',
    stopCode: task.stopCode,
    stoppedReason: task.stoppedReason,
  };
}

/** The known times of a task, each formatted by `write`. */
export function times<T>(task: TaskRecord, write: (milliseconds: number) => T): Record<string, T> {
  const { createdAt, startedAt, stoppingAt, executionStoppedAt, stoppedAt } = task;
  const known = { createdAt, connectivityAt: startedAt, pullStartedAt: startedAt, pullStoppedAt: startedAt, startedAt };
  return Object.fromEntries(
    Object.entries({ ...known, stoppingAt, executionStoppedAt, stoppedAt }).flatMap(([name, milliseconds]) =>
      milliseconds === undefined ? [] : [[name, write(milliseconds)]],
    ),
  );
}

/** The network interface and, if there is one, the volume. */
export function attachmentsView(task: TaskRecord, interfaceType: string): Record<string, unknown>[] {
  const { volume } = task;
  return [{ ...interfaceView(task), type: interfaceType }, ...(volume ? [volumeView(volume)] : [])];
}

function volumeView(volume: TaskVolume): Record<string, unknown> {
  const { attachmentId, id, name, roleArn, status, statusReason, configuration } = volume;
  const details = {
    volumeId: id,
    volumeName: name,
    roleArn,
    deleteOnTermination: String(configuration.deleteOnTermination),
    statusReason,
  };
  return {
    id: attachmentId,
    type: 'AmazonElasticBlockStorage',
    status,
    details: Object.entries(details).flatMap(([key, value]) => (value === undefined ? [] : [{ name: key, value }])),
  };
}

function interfaceView({ networkInterface }: TaskRecord): Record<string, unknown> {
  const details = { subnetId: networkInterface.subnetId, networkInterfaceId: networkInterface.id };
  const address = { macAddress: networkInterface.macAddress, privateIPv4Address: loopback };
  return {
    id: networkInterface.attachmentId,
    status: networkInterface.status,
    details: Object.entries({ ...details, ...address }).map(([name, value]) => ({ name, value })),
  };
}

export function containerView({ arn, container, networkInterface }: TaskRecord): Record<string, unknown> {
  return {
    containerArn: container.arn,
    taskArn: arn,
    name: container.name,
    image: container.image,
    runtimeId: container.runtimeId,
    lastStatus: container.lastStatus,
    exitCode: container.exitCode,
    reason: container.reason,
    networkInterfaces: [{ attachmentId: networkInterface.attachmentId, privateIpv4Address: loopback }],
    networkBindings: container.ports.flatMap(({ containerPort, hostPort, edgePort = hostPort, protocol }) =>
      typeof edgePort === 'number' ? [{ bindIP: loopback, containerPort, hostPort: edgePort, protocol }] : [],
    ),
  };
}
