import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateSnapshotCommand,
  DescribeSnapshotsCommand,
  DescribeVolumesCommand,
  type Snapshot,
  type Volume,
} from '@aws-sdk/client-ec2';
import { type RunTaskCommandInput, StopTaskCommand, type Task } from '@aws-sdk/client-ecs';
import { cluster, first, type Machine, until } from '../ecs/local-ecs-server.ts';

type ManagedVolume = NonNullable<NonNullable<RunTaskCommandInput['volumeConfigurations']>[number]['managedEBSVolume']>;

export function aDisk(volume: Partial<ManagedVolume> = {}): Pick<RunTaskCommandInput, 'volumeConfigurations'> {
  const managedEBSVolume: ManagedVolume = {
    roleArn: 'arn:aws:iam::000000000000:role/volumes',
    sizeInGiB: 20,
    filesystemType: 'ext4',
    encrypted: true,
    terminationPolicy: { deleteOnTermination: false },
    tagSpecifications: [{ resourceType: 'volume', tags: [{ key: 'made-by', value: 'a <test> & "more"' }] }],
    ...volume,
  };
  return { volumeConfigurations: [{ name: 'workspace', managedEBSVolume }] };
}

export function diskOf({ attachments = [] }: Pick<Task, 'attachments'>) {
  const attachment = attachments.find(({ type }) => type === 'AmazonElasticBlockStorage');
  const details = Object.fromEntries((attachment?.details ?? []).map(({ name, value }) => [name, value]));
  return { status: attachment?.status, details, volumeId: details.volumeId ?? '' };
}

export async function runWithDisk(
  machine: Machine,
  startedBy: string,
  volume: Partial<ManagedVolume> = {},
): Promise<Task> {
  const task = await machine.run('acs-keeper', { startedBy, ...aDisk(volume) });
  return machine.reaches(task, 'RUNNING');
}

export async function stop(machine: Machine, task: Task): Promise<Task> {
  await machine.client.send(new StopTaskCommand({ cluster, task: task.taskArn }));
  return machine.reaches(task, 'STOPPED');
}

export async function describeVolume({ disks }: Machine, volumeId: string): Promise<Volume> {
  const { Volumes } = await disks.send(new DescribeVolumesCommand({ VolumeIds: [volumeId] }));
  return first(Volumes);
}

export async function describeSnapshot({ disks }: Machine, snapshotId: string): Promise<Snapshot> {
  const { Snapshots } = await disks.send(new DescribeSnapshotsCommand({ SnapshotIds: [snapshotId] }));
  return first(Snapshots);
}

export function snapshotReaches(machine: Machine, snapshotId: string, state: string): Promise<Snapshot> {
  return until(async () => {
    const snapshot = await describeSnapshot(machine, snapshotId);
    return snapshot.State === state ? snapshot : undefined;
  }, `${snapshotId} to be ${state}`);
}

export async function save(machine: Machine, volumeId: string): Promise<string> {
  const { SnapshotId = '' } = await machine.disks.send(new CreateSnapshotCommand({ VolumeId: volumeId }));
  await snapshotReaches(machine, SnapshotId, 'completed');
  return SnapshotId;
}

export function programsIn(path: string, count: number): Promise<readonly number[]> {
  return until(async () => {
    const text = await readFile(join(path, 'pids'), 'utf8').catch(() => '');
    const pids = text.trim().split('\n').filter(Boolean).map(Number);
    return pids.length >= count ? pids : undefined;
  }, `${count} programs in ${path}`);
}

export async function aVolume(machine: Machine, startedBy: string, tags: Record<string, string> = {}): Promise<string> {
  const given = Object.entries({ sandbox: startedBy, ...tags }).map(([key, value]) => ({ key, value }));
  const task = await runWithDisk(machine, startedBy, { tagSpecifications: [{ resourceType: 'volume', tags: given }] });
  return diskOf(await stop(machine, task)).volumeId;
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

interface Resources {
  readonly volumes: Record<string, unknown>[];
  readonly snapshots: Record<string, unknown>[];
}

/** Puts the record of a machine that was halted into a state in which a crash could have left it. */
export async function editRecord(stateDirectory: string, edit: (resources: Resources) => void): Promise<void> {
  const file = join(stateDirectory, 'ec2', 'resources.json');
  const resources = JSON.parse(await readFile(file, 'utf8'));
  edit(resources);
  await writeFile(file, JSON.stringify(resources));
}
