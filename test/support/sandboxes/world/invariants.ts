import { RESERVED_SECONDS } from '../../../../shared/domain/billing/budgets/reservation.ts';
import { agentConversationId } from '../../../../shared/domain/conversations/record/conversation.ts';
import { isOver } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import { isCounted, isResting, isTombstone } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import type { Snapshot, Volume } from '../../../../shared/domain/sandboxes/record/disks.ts';
import { launchedAs, markOf, startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { apiStatus } from '../../../../shared/domain/sandboxes/record/status.ts';
import { isPurged } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { isReady } from '../../../../shared/domain/sandboxes/warm/keep-pools.ts';
import { keyOf } from '../../platform/memory-page.ts';
import { miscounted } from './count-invariants.ts';
import { brokenOccupancy, brokenRow, brokenRunning } from './row-invariants.ts';
import type { SandboxWorld } from './sandbox-world.ts';
import { areSnapshotsAtRest, brokenSnapshots, brokenSnapshotsAtRest, keptBySnapshots } from './snapshot-invariants.ts';

/** The invariants of the lifecycle, by the names in reports. */
export const invariants = {
  'one-task': 'never two live tasks of one generation, and of one sandbox only one at rest',
  'saved-first': 'a volume that an agent had is deleted only after its snapshot is complete',
  'starts-end': 'every accepted start comes to RUNNING or ERROR, and every start task ends',
  counted:
    'the counts of an owner and of their lineages equal the truth at rest, and so does what is set aside of a budget',
  fenced: 'news of an old generation changes nothing, and a key from before a pause opens nothing',
  heard: 'an agent of which anything is kept has time to write and deliver it before its task is stopped',
  'no-overlap': 'the times during which agents of one sandbox had a disk in their hands do not overlap',
  'no-orphans': 'what belongs to no sandbox is gone: tasks, volumes and snapshots, or marked where it has no row',
  'claimed-once': 'a warm task is claimed by one sandbox at most, knows no keys before, and never waits again',
  'pool-size': 'the warm pool comes to its size, with tasks of the present revision alone',
  'nothing-lost': 'what was on the workspace is on it, whatever crashed between any two calls',
  'leads-home': 'no name leads to an agent that has keys of another sandbox, whatever the edge has of the last seconds',
  kept: 'a sandbox that runs holds its public address, whichever worker of another one still hangs',
  newest: 'the entry of a sandbox never comes from an older row than before, so that no ended key or port comes back',
  'kept-by-row': 'no snapshot of an owner is ever deleted but by its row, whatever its sandbox does',
  'one-owner': 'an EBS snapshot belongs to one row, of a sandbox or of a snapshot',
  'holds-true': 'the holds of a snapshot and the count of an owner equal the truth',
  'copied-whole': 'a snapshot has what was on the workspace when it was requested',
  'forks-apart': 'no fork shares a key, an address or a volume with another sandbox, and no request makes too many',
  'begins-whole': 'a sandbox that begins from a snapshot has all of it, and never starts without it',
  'snapshots-end': 'every snapshot comes to READY or ERROR, and every deletion ends once nothing holds its data',
  'billed-exactly': 'the ledger has the storage of each deleted snapshot once, until nothing needed it',
  identical: 'a call of RunTask that is repeated with its token has the parameters of the first',
  'spot-bounded': 'a start asks for Spot only if it was chosen, and has not failed as often as the bound says',
  'falls-back': 'a start on Spot does not fail because Spot alone has no capacity',
  agrees: 'at rest, the store at the edge has the entry of each sandbox that runs, and no other',
} as const;

export type Invariant = keyof typeof invariants;

export type Broken = `${Invariant}: ${string}`;

export function alwaysBroken(world: SandboxWorld): Broken[] {
  world.edge?.look();
  const generations = Map.groupBy(world.ecs.live(), (task) => task.startedBy);
  const doubled = [...generations].filter(([owner, tasks]) => tasks.length > 1 && !isPlanted(owner));
  const revived = world.rows().filter((row) => apiStatus(row) === 'RUNNING' && world.witness.dead.has(startedBy(row)));
  return [
    ...revived.map((row): Broken => `fenced: ${startedBy(row)} runs again with the key from before its pause`),
    ...claimedTwice(world),
    ...brokenSnapshots(world),
    ...world.forks.broken(),
    ...((world.edge?.broken ?? []) as Broken[]),
    ...world.witness.misjudged.map((owner): Broken => `fenced: ${owner} counts as ended while its task runs`),
    ...world.ecs.conflicts.map((token): Broken => `identical: ${token} came again with other parameters`),
    ...world.witness.unbounded.map((owner): Broken => `spot-bounded: ${owner} is on Spot again`),
    ...world.witness.unheard.map((owner): Broken => `heard: ${owner} was stopped without a word to its agent`),
    ...doubled.map(([owner, tasks]): Broken => `one-task: ${tasks.length} live tasks of ${owner}`),
    ...world.witness
      .unsavedDeletions()
      .map((id): Broken => `saved-first: volume ${id} was deleted before it was saved`),
    ...world.witness.overlaps().map((where): Broken => `no-overlap: two agents of ${where} at one time`),
    ...world.processes.bugs.map(
      (bug): Broken => `nothing-lost: failed: ${bug instanceof Error ? bug.stack : String(bug)}`,
    ),
  ];
}

/** Whether no sandbox changes without another event. */
export function isAtRest(world: SandboxWorld): boolean {
  const rows = world.rows();
  const isSettled = rows.every(
    (row) =>
      isTombstone(row) ||
      (row.desired !== 'DELETED' && (isResting(row) || row.phase === 'RUNNING') && row.discards.length === 0),
  );
  const tasks = [...world.startTasks.rows.values()];
  const running = rows.filter(({ phase }) => phase === 'RUNNING');
  if (!isPoolAtRest(world) || !areSnapshotsAtRest(world)) return false;
  if (world.edge && world.edge.differences().length > 0) return false;
  if (running.some(({ task_arn: arn }) => !arn || !world.agents.isReady(arn))) return false;
  return isSettled && tasks.every(isOver) && world.ecs.live().length === running.length + waitingIn(world).length;
}

export async function brokenAtRest(world: SandboxWorld): Promise<Broken[]> {
  const broken = alwaysBroken(world);
  for (const row of world.rows())
    broken.push(...brokenRow(world, row), ...brokenOccupancy(world, row), ...(await brokenRunning(world, row)));
  return [
    ...broken,
    ...(world.edge?.differences() ?? []).map((difference): Broken => `agrees: ${difference}`),
    ...miscounted(world),
    ...misbudgeted(world),
    ...orphans(world),
    ...brokenPool(world),
    ...brokenStartTasks(world),
    ...brokenSnapshotsAtRest(world),
  ];
}

/** The warm tasks that can be claimed, ready or starting. */
function waitingIn(world: SandboxWorld): Sandbox[] {
  return world.warmRows().filter(({ desired, phase }) => desired === 'RUNNING' && phase === 'BOOTING');
}

/** Whether each row of the pool is ready or ended. */
function isPoolAtRest(world: SandboxWorld): boolean {
  const live = world.warmRows().filter((row) => !isTombstone(row));
  return live.length === world.pool.size && live.every((row) => row.desired === 'RUNNING' && isReady(row));
}

/** Each place has a ready task, and the pool wants each task. */
function brokenPool(world: SandboxWorld): Broken[] {
  const live = world.warmRows().filter((row) => !isTombstone(row));
  const isWanted = (row: Sandbox) => row.desired === 'RUNNING' && row.warm?.revision === world.pool.revision;
  const waiting = waitingIn(world).filter(isReady);
  return [
    ...live
      .filter((row) => !isWanted(row))
      .map((row): Broken => `pool-size: ${row.sandbox_id} ${row.phase} should not be in the pool any more`),
    ...(waiting.length === world.pool.size
      ? []
      : [`pool-size: ${waiting.length} tasks wait in a pool of ${world.pool.size}` as const]),
  ];
}

/** Uses what the fakes know about the keys of agents. */
function claimedTwice(world: SandboxWorld): Broken[] {
  const claimed = Map.groupBy(
    [...world.sandboxes.rows.values()].filter(({ claimed: from }) => from !== null),
    ({ task_arn: arn }) => arn,
  );
  const twice = [...claimed].filter(([, rows]) => rows.length > 1).map(([arn]) => arn);
  const known = waitingIn(world).filter(({ task_arn: arn }) => arn !== null && world.agents.sessionKeyOf(arn) !== null);
  return [
    ...twice.map((arn): Broken => `claimed-once: ${arn} is the task of two sandboxes`),
    ...known.map((row): Broken => `claimed-once: ${row.sandbox_id} waits and has been a sandbox's`),
  ];
}

/** The ledger is empty, so only the reservations of running sandboxes use the budget. */
function misbudgeted(world: SandboxWorld): Broken[] {
  const owners = Map.groupBy(world.rows().filter(isCounted), ({ owner_id: ownerId }) => ownerId);
  return [...owners].flatMap(([ownerId, rows]): Broken[] => {
    const used = world.sandboxes.settled.get(ownerId)?.owner.seconds ?? 0;
    const isWatched = world.sandboxes.limits.has(ownerId);
    return isWatched && used > rows.length * RESERVED_SECONDS
      ? [`counted: ${ownerId} has ${used} seconds set aside for ${rows.length} that run`]
      : [];
  });
}

function orphans(world: SandboxWorld): Broken[] {
  const rows = world.rows();
  const running = rows.filter(({ phase }) => phase === 'RUNNING');
  const waiting = waitingIn(world);
  const known = new Set([...running, ...waiting].map((row) => startedBy(launchedAs(row))));
  const owned = [...rows, ...waiting].flatMap((row) => [row.volume_id, row.snapshot_id, row.previous_snapshot_id]);
  const kept = new Set([...owned, ...keptBySnapshots(world)].filter((id) => id !== null));
  const { volumes, snapshots } = world.disks.all();
  const rowsLeft = rows.filter((row) => !isTombstone(row));
  const marked = new Set(rowsLeft.map(markOf));
  // The service no longer sees an expired receipt.
  const receipts = rows.filter((row) => isTombstone(row) && !isPurged(row, world.clock.now()));
  const proven = new Set(receipts.map(markOf));
  // A possible orphan is kept for some days, with the time of its discovery.
  const isWaiting = ({ owner, orphanSince, ...disk }: Volume | Snapshot) => {
    if (orphanSince === null || owner === undefined || proven.has(owner.mark)) return false;
    return !marked.has(owner.mark) || 'startedAt' in disk;
  };
  return [
    ...world.ecs
      .live()
      .flatMap(({ startedBy: owner }): Broken[] =>
        known.has(owner) ? [] : [`no-orphans: a task runs for ${owner}, which no row wants`],
      ),
    ...[...volumes, ...snapshots].flatMap((disk): Broken[] =>
      kept.has(disk.id) || isWaiting(disk) ? [] : [`no-orphans: ${disk.id} of ${disk.owner?.startedBy} is still there`],
    ),
  ];
}

function brokenStartTasks(world: SandboxWorld): Broken[] {
  return [...world.startTasks.rows.values()].flatMap((task): Broken[] => {
    const where = `start task ${task.start_task_id} ${task.status}`;
    if (!isOver(task)) return [`starts-end: ${where} never ended`];
    if (task.status === 'ERROR') return task.detail ? [] : [`starts-end: ${where} does not say why`];
    const conversation = world.conversations.rows.get(keyOf(task.owner_id, task.conversation_id));
    if (!conversation) return [];
    const id = agentConversationId(conversation);
    const times = world.agents.created.get(id) ?? 0;
    if (world.forks.restored.has(keyOf(task.owner_id, task.sandbox_id))) return [];
    if (times !== 1) return [`nothing-lost: ${where} but the agent created its conversation ${times} times`];
    const content = world.witness.workspaceOf(task.owner_id, task.sandbox_id);
    return content === undefined || content.includes(id)
      ? []
      : [`nothing-lost: the conversation of ${where} is not on the workspace`];
  });
}

function isPlanted(owner: string): boolean {
  return owner.includes('ffffffffffffff');
}
