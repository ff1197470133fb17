import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteSnapshotCommand, EC2Client } from '@aws-sdk/client-ec2';
import type { Inventory, TaskEntry } from '../../../infra/local/aws/inventory.ts';
import { SANDBOX_TAG, SNAPSHOT_TAG } from '../../../shared/domain/sandboxes/record/disks.ts';
import { inventoryOf, operatorOf } from './control.ts';
import { eventually } from './eventually.ts';

const KEPT_FILE = 'kept.bin';

export interface Belongings extends Inventory {
  readonly live: readonly TaskEntry[];
}

export async function belongingsOf(stateDirectory: string, sandboxId: string): Promise<Belongings> {
  const { tasks, volumes, snapshots } = await inventoryOf(stateDirectory);
  const own = tasks.filter(({ started_by: startedBy }) => isOf(sandboxId, startedBy));
  return {
    tasks: own,
    live: own.filter(({ last_status: status }) => status !== 'STOPPED'),
    volumes: volumes.filter(({ tags }) => isOf(sandboxId, tags[SANDBOX_TAG])),
    snapshots: snapshots.filter(({ tags }) => isOf(sandboxId, tags[SANDBOX_TAG])),
  };
}

/** What the cloud has of an owner: running tasks, volumes and snapshots. */
export async function belongingsOfOwner(
  stateDirectory: string,
  ownerId: string,
): Promise<Readonly<Record<'tasks' | 'volumes' | 'snapshots', number>>> {
  const { tasks, volumes, snapshots } = await inventoryOf(stateDirectory);
  const isOwned = (name: string | null | undefined) => name?.split('/')[0] === ownerId;
  const isTagged = ({ tags }: { readonly tags: Readonly<Record<string, string>> }) =>
    isOwned(tags[SANDBOX_TAG]) || isOwned(tags[SNAPSHOT_TAG]);
  return {
    tasks: tasks.filter((task) => task.last_status !== 'STOPPED' && isOwned(task.started_by)).length,
    volumes: volumes.filter(isTagged).length,
    snapshots: snapshots.filter(isTagged).length,
  };
}

/** Deletes the EBS snapshots of a sandbox, as an operator can by hand. @throws if there is none */
export async function deleteEbsSnapshots(stateDirectory: string, sandboxId: string): Promise<void> {
  const { snapshots } = await belongingsOf(stateDirectory, sandboxId);
  if (snapshots.length === 0) throw new Error(`sandbox ${sandboxId} has no EBS snapshot`);
  const client = new EC2Client((await operatorOf(stateDirectory)).client);
  for (const { id } of snapshots) await client.send(new DeleteSnapshotCommand({ SnapshotId: id }));
  client.destroy();
}

function isOf(sandboxId: string, startedBy: string | null | undefined): boolean {
  return startedBy?.split('/').at(-2) === sandboxId;
}

export async function waitForBelongings(
  stateDirectory: string,
  sandboxId: string,
  wanted: readonly [tasks: number, volumes: number, snapshots: number],
  milliseconds?: number,
): Promise<void> {
  await eventually(
    `sandbox ${sandboxId} has ${wanted.join(', ')} tasks, volumes, snapshots`,
    async () => {
      const { live, volumes, snapshots } = await belongingsOf(stateDirectory, sandboxId);
      const found = [live.length, volumes.length, snapshots.length];
      if (found.join() !== wanted.join())
        throw new Error(`it has ${found.join(', ')}: ${JSON.stringify({ live, volumes, snapshots })}`);
      return true;
    },
    milliseconds,
  );
}

export async function leaveInWorkspace(stateDirectory: string, sandboxId: string): Promise<string> {
  const content = randomBytes(100_000);
  await writeFile(join(await mountOf(stateDirectory, sandboxId), KEPT_FILE), content);
  return checksum(content);
}

export async function foundInWorkspace(stateDirectory: string, sandboxId: string): Promise<string> {
  return checksum(await readFile(join(await mountOf(stateDirectory, sandboxId), KEPT_FILE)));
}

async function mountOf(stateDirectory: string, sandboxId: string): Promise<string> {
  const { live, volumes } = await belongingsOf(stateDirectory, sandboxId);
  const mounted = volumes.find(({ task_id: taskId }) => taskId !== null && taskId === live[0]?.id);
  if (!mounted) throw new Error(`no volume of sandbox ${sandboxId} is mounted: ${JSON.stringify(volumes)}`);
  return mounted.path;
}

function checksum(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
