import { sessionKeyHash } from '../../../../shared/domain/sandboxes/agent/keys.ts';
import { startSnapshotOf } from '../../../../shared/domain/sandboxes/record/base-snapshot.ts';
import { hasLostWorkspace, isResting, isTombstone } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import { launchedAs, parseStartedBy, startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Broken } from './invariants.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** Each sandbox is as its owner wanted it, with what belongs to it. */
export function brokenRow(world: SandboxWorld, row: Sandbox): Broken[] {
  if (isTombstone(row)) return brokenReceipt(row);
  const where = `${row.sandbox_id} ${row.desired}/${row.phase}/${row.generation}`;
  const broken: Broken[] = [];
  const expected = row.desired === 'RUNNING' ? row.phase === 'RUNNING' : isResting(row);
  if (!expected || row.desired === 'DELETED') broken.push(`starts-end: ${where} is stuck`);
  if (row.phase === 'ERROR' && !row.status_reason) broken.push(`starts-end: ${where} does not say why`);
  const ids = [row.sandbox_id, row.claimed?.sandbox_id];
  const live = world.ecs.live().filter(({ startedBy: owner }) => ids.includes(parseStartedBy(owner)?.sandboxId));
  if (live.length !== (row.phase === 'RUNNING' ? 1 : 0))
    broken.push(`one-task: ${where} has ${live.length} live tasks`);
  return [...broken, ...brokenFallback(world, row, where), ...brokenWorkspace(world, row, where)];
}

/** How long before the world settles a start can have begun and still come to its fallback, in milliseconds. */
const TIME_TO_FALL_BACK = 5 * 60_000;

/** Only for starts that had time without other faults. */
function brokenFallback({ ecs, settledFrom }: SandboxWorld, row: Sandbox, where: string): Broken[] {
  const begun = row.transitions.findLast(({ phase }) => phase === 'PENDING')?.at ?? '';
  const hadTime = settledFrom && Date.parse(begun) >= settledFrom.getTime() - TIME_TO_FALL_BACK;
  const isWithout = row.phase === 'ERROR' && row.status_reason?.code === 'capacity_unavailable';
  return isWithout && hadTime && ecs.alwaysFails === null
    ? [`falls-back: ${where} has no capacity, and on-demand capacity is there`]
    : [];
}

/** The disk for a resume exists, or the sandbox reports its loss. An unsaved volume needs no snapshot. */
function brokenWorkspace({ disks, vanished }: SandboxWorld, row: Sandbox, where: string): Broken[] {
  const id = row.volume_id ?? startSnapshotOf(row);
  const isTaken = id !== null && vanished.has(id);
  const isThere = id !== null && disks.contentOf(id) !== undefined;
  // The snapshot that it was to begin from failed, or was deleted.
  if (row.status_reason?.code === 'snapshot_unavailable')
    return row.base_snapshot === null ? [] : [`nothing-lost: ${where} has a snapshot`];
  if (hasLostWorkspace(row)) return isTaken ? [] : [`nothing-lost: ${where} gives up ${id}, which no test took away`];
  if (isTaken) return [`nothing-lost: ${where} hides that ${id} is gone`];
  return id === null || isThere ? [] : [`nothing-lost: ${where} has lost ${id}, which no test took away`];
}

function brokenReceipt(row: Sandbox): Broken[] {
  const open = row.receipt?.items.filter(({ result }) => result === 'pending') ?? [];
  const isComplete = row.receipt?.completed_at && open.length === 0 && row.purge_at !== null;
  return isComplete ? [] : [`no-orphans: ${row.sandbox_id} was deleted without a receipt for everything`];
}

export async function brokenRunning(world: SandboxWorld, row: Sandbox): Promise<Broken[]> {
  if (row.phase !== 'RUNNING') return [];
  const where = `${row.sandbox_id}/${row.generation}`;
  const arn = row.task_arn ?? '';
  const broken: Broken[] = [];
  if (world.ecs.startedByOf(arn) !== startedBy(launchedAs(row)))
    broken.push(`fenced: ${where} knows a task of another generation`);
  if (!row.exposed_urls?.length) broken.push(`starts-end: ${where} has no URL`);
  if (row.exposed_urls?.some(({ url }) => !world.ingress.isAccepted(url)))
    broken.push(`starts-end: ${where} has an address whose key has ended`);
  if (!world.agents.isReady(arn)) broken.push(`starts-end: ${where} has an agent that does not answer`);
  if (world.agents.sessionKeyOf(arn) !== (await world.keys.sessionKey(row)))
    broken.push(`fenced: the agent of ${where} has not the key of its generation`);
  if (row.session_key_hash !== sessionKeyHash(row, await world.keys.sessionKey(row)))
    broken.push(`fenced: the row of ${where} has not the hash of its session key`);
  return broken;
}

/** The row counts the conversations of a sandbox, and the last deletion deletes the sandbox. */
export function brokenOccupancy(world: SandboxWorld, row: Sandbox): Broken[] {
  if (isTombstone(row)) return [];
  const users = [...world.conversations.rows.values()].filter(
    ({ owner_id, sandbox_id }) => owner_id === row.owner_id && sandbox_id === row.sandbox_id,
  );
  const where = `${row.sandbox_id} ${row.desired}/${row.phase}`;
  if (users.length !== row.conversation_count)
    return [`counted: ${where} is used by ${users.length} and counts ${row.conversation_count}`];
  const isLeft = row.created_for_conversation && users.length === 0;
  return isLeft ? [`no-orphans: ${where} outlived its last conversation`] : [];
}
