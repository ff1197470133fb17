import { isAbandoned } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import { parseStartedBy, startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { apiStatus } from '../../../../shared/domain/sandboxes/record/status.ts';
import { isStopped } from '../../../../shared/domain/sandboxes/record/task.ts';
import { keyOf } from '../../platform/memory-page.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** Sees every write of a sandbox, and what the fakes know that the service does not. */
export class Witness {
  readonly #world: SandboxWorld;
  /** Generations whose session key was shown, and those that were paused, whose key must not work. */
  readonly #shown = new Set<string>();
  readonly dead = new Set<string>();
  /** Generations that were taken for ended while their task ran. */
  readonly misjudged: string[] = [];
  /** Generations whose agent was given no time to deliver before this service stopped its task. */
  readonly unheard: string[] = [];
  /** Generations that are ending and whose first call of StopTask is not on record yet. */
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
  }

  /** A change to STOPPING that names the time of StopTask is of a task that others stopped: a later call repeats it. */
  #hearStop(row: Sandbox): void {
    const { phase, stop_sent_at: sentAt, stop_lease_until: lease, running_since: since } = row;
    const isFirst = sentAt !== null && this.#unstopped.delete(startedBy(row));
    if (isFirst && since !== null && lease === null && !isAbandoned(row)) this.unheard.push(startedBy(row));
    if (sentAt === null && (phase === 'STOPPING' || phase === 'DELETING')) this.#unstopped.add(startedBy(row));
  }

  /** Somebody wrote that the task has ended: has it? */
  #judge(row: Sandbox): void {
    const task = row.task_arn === null ? undefined : this.#world.ecs.taskOf(row.task_arn);
    // One that was asked to stop and is not listed any more may be taken for gone.
    if (task && !isStopped(task) && task.desiredStatus === 'RUNNING') this.misjudged.push(startedBy(row));
  }

  /** The content of a sandbox's workspace; undefined when it was deleted, expired or stolen. */
  workspaceOf(ownerId: string, sandboxId: string): readonly string[] | undefined {
    const row = this.#world.sandboxes.rows.get(keyOf(ownerId, sandboxId));
    const id = row?.volume_id ?? row?.snapshot_id;
    const isGone = !row || row.desired === 'DELETED' || row.phase === 'EXPIRED' || isRobbed(row);
    return isGone ? undefined : id ? this.#world.disks.contentOf(id) : [];
  }

  /** Volumes that an agent had in its hands and that went before they were saved, though no row gave them up. */
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

  /** Sandboxes of which two tasks with an agent that has its keys run at one time. */
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
