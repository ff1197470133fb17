import { parseStartedBy, startedBy } from '../../../shared/sandboxes/identity.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { wireStatus } from '../../../shared/sandboxes/status.ts';
import { isStopped } from '../../../shared/sandboxes/task.ts';
import { keyOf } from '../memory-page.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** Sees every write of a sandbox, and what the fakes know that the service does not. */
export class Witness {
  readonly #world: SandboxWorld;
  /** Generations whose session key a client could read, and those of them whose pause was answered: their key must never work again. */
  readonly #shown = new Set<string>();
  readonly dead = new Set<string>();
  /** Generations that were taken for ended while their task ran. */
  readonly misjudged: string[] = [];
  /** Changes of phase that happened, as `FROM TO`. */
  readonly phaseChanges = new Set<string>();

  constructor(world: SandboxWorld) {
    this.#world = world;
  }

  see(row: Sandbox | undefined): void {
    if (!row) return;
    if (wireStatus(row) === 'RUNNING') this.#shown.add(startedBy(row));
    else if (row.desired !== 'RUNNING' && this.#shown.has(startedBy(row))) this.dead.add(startedBy(row));
    const [from, to] = row.transitions.slice(-2);
    if (from && to) this.phaseChanges.add(`${from.phase} ${to.phase}`);
    if (row.task_ended_at === row.updated_at) this.#judge(row);
  }

  /** Somebody wrote that the task has ended: has it? */
  #judge(row: Sandbox): void {
    const task = row.task_arn === null ? undefined : this.#world.ecs.taskOf(row.task_arn);
    // One that was told to stop and is not listed any more may be taken for gone.
    if (task && !isStopped(task) && task.desiredStatus === 'RUNNING') this.misjudged.push(startedBy(row));
  }

  /** What is on the workspace of a sandbox, or undefined when there is none to be had: deleted, expired, or taken away by somebody. */
  workspaceOf(ownerId: string, sandboxId: string): readonly string[] | undefined {
    const row = this.#world.sandboxes.rows.get(keyOf(ownerId, sandboxId));
    const id = row?.volume_id ?? row?.snapshot_id;
    const isGone = !row || row.desired === 'DELETED' || row.phase === 'EXPIRED' || isRobbed(row);
    return isGone ? undefined : id ? this.#world.disks.contentOf(id) : [];
  }

  /** Volumes that an agent had in its hands and that went before they were saved, though nobody gave them up. */
  unsavedDeletions(): string[] {
    const { disks, sandboxes } = this.#world;
    return disks.deletedUnsaved
      .filter(({ id }) => disks.contentAtDeletion(id) > 0)
      .filter(({ owner }) => {
        const named = parseStartedBy(owner?.startedBy);
        const row = named && sandboxes.rows.get(keyOf(named.ownerId, named.sandboxId));
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
