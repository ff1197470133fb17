import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { Sandbox } from '../../shared/domain/sandboxes/record/sandbox.ts';
import { ownedEbsSnapshot, WorkspaceSnapshot } from '../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { isReady } from '../../shared/domain/sandboxes/warm/keep-pools.ts';
import { COUNT_KEY } from '../../shared/platform/aws/kept-counts.ts';
import { inventoryOf, operatorOf } from '../support/service/control.ts';
import { sandboxProcesses } from '../support/service/sandboxes.ts';

export async function rowsOf(stateDirectory: string): Promise<{
  sandboxes: Sandbox[];
  copies: WorkspaceSnapshot[];
  counts: Map<string, number>;
  openStartTasks: number;
}> {
  const { client: access } = await operatorOf(stateDirectory);
  const client = new DynamoDBClient(access);
  const documents = DynamoDBDocumentClient.from(client);
  const scan = async (TableName: string) => {
    const items: Record<string, unknown>[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await documents.send(new ScanCommand({ TableName, ExclusiveStartKey, ConsistentRead: true }));
      items.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return items;
  };
  try {
    const { TableNames: tables = [] } = await client.send(new ListTablesCommand({}));
    // CloudFormation adds a suffix to the id of the construct.
    const named = (noun: string) =>
      tables.find((table) => new RegExp(`-${noun}(Table)?[0-9A-F]*$`).test(table)) ?? noun;
    const [sandboxes, owners, startTasks, copies] = await Promise.all(
      ['Sandboxes', 'Owners', 'StartTasks', 'Snapshots'].map((name) => scan(named(name))),
    );
    return {
      sandboxes: (sandboxes ?? []).map((item) => Sandbox.parse(item)),
      copies: (copies ?? []).map((item) => WorkspaceSnapshot.parse(item)),
      counts: new Map((owners ?? []).map((item) => [String(item.owner_id), Number(item.active_sandboxes ?? 0)])),
      openStartTasks: (startTasks ?? []).filter(isOpenStartTask).length,
    };
  } finally {
    client.destroy();
  }
}

/** Excludes the row with the count, which has no status. */
function isOpenStartTask({ start_task_id: id, status }: Record<string, unknown>): boolean {
  return id !== COUNT_KEY && status !== 'READY' && status !== 'ERROR';
}

/** Differences between processes, tasks, volumes, snapshots and rows at rest. @param pool the size of the warm pool */
export async function disagreements(stateDirectory: string, pool = 0): Promise<string[]> {
  const { sandboxes, copies, counts, openStartTasks } = await rowsOf(stateDirectory);
  const { tasks, volumes, snapshots } = await inventoryOf(stateDirectory);
  const live = sandboxes.filter(({ phase }) => phase !== 'DELETED');
  const [pooled, owned] = [live.filter(({ warm }) => warm !== null), live.filter(({ warm }) => warm === null)];
  const waiting = pooled.filter((row) => row.desired === 'RUNNING' && isReady(row));
  const running = [...owned.filter(({ phase }) => phase === 'RUNNING'), ...waiting];
  const wrong: string[] = [];
  // The replacement of a failed warm task takes longer than this check waits.
  const failed = pooled.filter(({ phase, discards }) => phase === 'ERROR' && discards.length === 0);
  if (waiting.length + failed.length !== pool || pooled.length !== pool)
    wrong.push(
      `${waiting.length} of ${pooled.length} warm tasks wait, and ${failed.length} failed, in a pool of ${pool}`,
    );
  const claimed = owned.flatMap(({ claimed: from, task_arn: arn }) => (from === null ? [] : [arn]));
  if (new Set(claimed).size !== claimed.length) wrong.push('a warm task was claimed twice');
  for (const row of owned) {
    const isAtRest = ['RUNNING', 'PAUSED', 'ERROR', 'EXPIRED'].includes(row.phase) && row.desired !== 'DELETED';
    if (!isAtRest || row.discards.length > 0) wrong.push(`${row.sandbox_id} is ${row.desired}/${row.phase}`);
    if (row.desired === 'RUNNING' && row.phase !== 'RUNNING') wrong.push(`${row.sandbox_id} should run and does not`);
  }
  const runs = tasks.filter(({ last_status: status }) => status !== 'STOPPED');
  const wantedTasks = new Set(running.map(({ task_arn: arn }) => arn?.split('/').at(-1)));
  for (const { id } of runs) if (!wantedTasks.has(id)) wrong.push(`task ${id} belongs to no sandbox that runs`);
  if (runs.length !== running.length) wrong.push(`${runs.length} tasks for ${running.length} running sandboxes`);
  wrong.push(...wrongSnapshots(copies, live));
  const ofSnapshots = copies.filter(({ state }) => state !== 'DELETED').map(ownedEbsSnapshot);
  const ofSandboxes = live.flatMap((row) => [row.volume_id, row.snapshot_id, row.previous_snapshot_id]);
  const kept = new Set([...ofSandboxes, ...ofSnapshots]);
  for (const { id } of [...volumes, ...snapshots]) if (!kept.has(id)) wrong.push(`${id} belongs to no sandbox`);
  const there = new Set([...volumes, ...snapshots].map(({ id }) => id));
  for (const id of kept) if (id !== null && !there.has(id)) wrong.push(`${id} is on record and not there`);
  for (const [ownerId, count] of counts) {
    const truth = owned.filter(({ owner_id, desired }) => owner_id === ownerId && desired === 'RUNNING').length;
    if (truth !== count) wrong.push(`${ownerId} is counted as running ${count} and runs ${truth}`);
  }
  if (openStartTasks > 0) wrong.push(`${openStartTasks} start tasks never ended`);
  const { agents, loops } = await sandboxProcesses(join(stateDirectory, 'workspaces'));
  if (agents.length !== running.length || loops.length > running.length)
    wrong.push(`${agents.length} agents and ${loops.length} measuring loops for ${running.length} running sandboxes`);
  return wrong;
}

/** Snapshots that never ended, or whose holds differ from the sandboxes and snapshots that need them. */
function wrongSnapshots(copies: readonly WorkspaceSnapshot[], live: readonly Sandbox[]): string[] {
  return copies.flatMap((copy) => {
    const { owner_id: owner, snapshot_id: id, state, holds } = copy;
    const bases = live.filter((row) => row.owner_id === owner && row.base_snapshot?.snapshot_id === id);
    const sharing = copies.filter((one) => one.of_snapshot_id === id && one.state !== 'DELETED');
    const isOpen = state === 'CREATING' || (state === 'DELETING' && holds === 0);
    return [
      ...(isOpen ? [`snapshot ${id} is ${state}`] : []),
      ...(bases.length + sharing.length === holds
        ? []
        : [`snapshot ${id} has ${bases.length + sharing.length} holders and counts ${holds}`]),
    ];
  });
}
