import { startSnapshotOf } from '../../../../shared/domain/sandboxes/record/base-snapshot.ts';
import { isAbandoned } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import { parseStartedBy, startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { apiStatus } from '../../../../shared/domain/sandboxes/record/status.ts';
import { isStopped } from '../../../../shared/domain/sandboxes/record/task.ts';
import { keyOf } from '../../platform/memory-page.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** Observes every write of a sandbox, and what only the fakes know. */
export class Witness {
  readonly #world: SandboxWorld;
  /** Generations whose session key was shown, and paused ones whose key must not work. */
  readonly #shown = new Set<string>();
  readonly dead = new Set<string>();
  /** Generations that were recorded as ended while their task ran. */
  readonly misjudged: string[] = [];
  /** Generations whose task the service stopped without time for the agent to deliver. */
  readonly unheard: string[] = [];
  /** Generations that asked for Spot although it had failed too often, or was not chosen. */
  readonly unbounded: string[] = [];
  readonly #launched = new Set<string>();
  /** Ending generations without a recorded StopTask call. */
  readonly #unstopped = new Set<string>();
  readonly phaseChanges = new Set<string>();

  constructor(world: SandboxWorld) {
    this.#world = world;
  }

  see(row: Sandbox | undefined): void {
    if (!row || row.warm?.claimed_by) return;
    if (apiStatus(row) === 'RUNNING') this.#shown.add(startedBy(row));
    else if (row.desired !== 'RUNNING' && this.#shown.has(startedBy(row))) this.dead.add(startedBy(row));
    const [from, to] = row.transitions.slice(-2);
    if (from && to) this.phaseChanges.add(`${from.phase} ${to.phase}`);
    if (row.task_ended_at === row.updated_at) this.#judge(row);
    this.#hearStop(row);
    this.#judgeLaunch(row);
  }

  /** A change to STOPPING with a StopTask time means that others stopped the task. A later call repeats it. */
  #hearStop(row: Sandbox): void {
    const { phase, stop_sent_at: sentAt, stop_lease_until: lease, running_since: since } = row;
    const isFirst = sentAt !== null && this.#unstopped.delete(startedBy(row));
    if (isFirst && since !== null && lease === null && !isAbandoned(row)) this.unheard.push(startedBy(row));
    if (sentAt === null && (phase === 'STOPPING' || phase === 'DELETING')) this.#unstopped.add(startedBy(row));
  }

  /** Checks a launch when it is recorded: later requests can change what the next one asks for. */
  #judgeLaunch(row: Sandbox): void {
    const launched = `${startedBy(row)} ${row.attempt}`;
    if (row.launch === null || this.#launched.has(launched)) return;
    this.#launched.add(launched);
    const mayBeSpot = row.capacity === 'spot' && row.spot_failures < limits.spotFailures;
    if (row.launch.capacity === 'spot' && !mayBeSpot) this.unbounded.push(launched);
  }

  /** Checks that a task that was recorded as ended has ended. */
  #judge(row: Sandbox): void {
    const task = row.task_arn === null ? undefined : this.#world.ecs.taskOf(row.task_arn);
    // A stopping task that is no longer listed can be recorded as ended.
    if (task && !isStopped(task) && task.desiredStatus === 'RUNNING') this.misjudged.push(startedBy(row));
  }

  /** The contents of a workspace. `undefined` if it was deleted, expired or lost. */
  workspaceOf(ownerId: string, sandboxId: string): readonly string[] | undefined {
    const row = this.#world.sandboxes.rows.get(keyOf(ownerId, sandboxId));
    const id = row && (row.volume_id ?? startSnapshotOf(row));
    const isGone = !row || row.desired === 'DELETED' || row.phase === 'EXPIRED' || isRobbed(row);
    return isGone ? undefined : id ? this.#world.disks.contentOf(id) : [];
  }

  /** Volumes in use by an agent that were deleted before they were saved, although no row discarded them. */
  unsavedDeletions(): string[] {
    const { disks, sandboxes } = this.#world;
    return disks.deletedUnsaved
      .filter(({ id }) => disks.contentAtDeletion(id) > 0)
      .filter(({ owner }) => {
        const named = parseStartedBy(owner?.startedBy);
        const launched = named && sandboxes.rows.get(keyOf(named.ownerId, named.sandboxId));
        const claim = launched?.warm?.claimed_by;
        const row = claim ? sandboxes.rows.get(keyOf(claim.owner_id, claim.sandbox_id)) : launched;
        return row !== undefined && row.desired !== 'DELETED' && row.phase !== 'EXPIRED';
      })
      .map(({ id }) => id);
  }

  /** Sandboxes with two running tasks whose agents have keys. */
  overlaps(): string[] {
    const { ecs, agents } = this.#world;
    const working = ecs.live().filter(({ task }) => agents.sessionKeyOf(task.arn) !== null);
    const bySandbox = Map.groupBy(working, ({ startedBy: owner }) => owner.slice(0, owner.lastIndexOf('/')));
    return [...bySandbox].filter(([, tasks]) => tasks.length > 1).map(([owner]) => owner);
  }
}

function isRobbed(row: Sandbox): boolean {
  return row.status_reason?.code === 'workspace_lost' || row.status_reason?.code === 'workspace_outdated';
}
