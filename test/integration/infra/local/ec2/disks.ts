import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateSnapshotCommand,
  DescribeSnapshotsCommand,
  DescribeVolumesCommand,
  type Snapshot,
  type Volume,
} from '@aws-sdk/client-ec2';
import type { RunTaskCommandInput, Task } from '@aws-sdk/client-ecs';
import { first, type Machine, until } from '../ecs/local-ecs-server.ts';

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

/** Stops a task, and waits for its end. */
export async function stop(machine: Machine, task: Task): Promise<Task> {
  await machine.stop(task);
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

export function waitUntilGone(machine: Machine, volumeId: string): Promise<boolean> {
  return until(
    () =>
      describeVolume(machine, volumeId).then(
        () => false,
        ({ name }) => name === 'InvalidVolume.NotFound',
      ),
    `the deletion of ${volumeId}`,
  );
}

export async function beginSnapshot(machine: Machine, volumeId: string): Promise<string> {
  const { SnapshotId = '' } = await machine.disks.send(new CreateSnapshotCommand({ VolumeId: volumeId }));
  return SnapshotId;
}

export async function save(machine: Machine, volumeId: string): Promise<string> {
  const snapshotId = await beginSnapshot(machine, volumeId);
  await snapshotReaches(machine, snapshotId, 'completed');
  return snapshotId;
}

export async function aVolume(machine: Machine, startedBy: string, tags: Record<string, string> = {}): Promise<string> {
  const given = Object.entries({ sandbox: startedBy, ...tags }).map(([key, value]) => ({ key, value }));
  const task = await runWithDisk(machine, startedBy, { tagSpecifications: [{ resourceType: 'volume', tags: given }] });
  return diskOf(await stop(machine, task)).volumeId;
}

interface Resources {
  readonly volumes: Record<string, unknown>[];
  readonly snapshots: Record<string, unknown>[];
}

/** Edits the record of a halted machine, to simulate the state after a crash. */
export async function editRecord(stateDirectory: string, edit: (resources: Resources) => void): Promise<void> {
  const file = join(stateDirectory, 'ec2', 'resources.json');
  const resources = JSON.parse(await readFile(file, 'utf8'));
  edit(resources);
  await writeFile(file, JSON.stringify(resources));
}
