import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { isSameSize } from '../../billing/usage/task-size.ts';
import { isTombstone } from '../record/conditions.ts';
import { limits } from '../record/limits.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { reached } from '../record/step-times.ts';
import { withTask } from '../record/task-history.ts';
import type { SandboxSpec, SandboxSpecs } from '../specs/sandbox-specs.ts';
import { type SandboxChange, WarmTaskTakenError } from '../store/sandbox-store.ts';
import type { WarmTasks } from './warm-tasks.ts';

export interface ClaimDeps {
  readonly warmTasks: WarmTasks;
  readonly specs: Pick<SandboxSpecs, 'find'>;
  readonly now: Clock;
}

const DAY_SECONDS = 24 * 60 * 60;

/** How many warm tasks a start tries to claim before it starts without one. */
const TRIES = 3;

/** How often a start looks for warm tasks: its pool's keeper can change one at the moment of the claim. */
const LOOKS = 2;

/**
 * Writes a new sandbox with a warm task if there is one, or else without: a problem of the pool never refuses a start.
 * A resume has a workspace, so it needs its own task.
 *
 * @param write is called again when another start took the warm task
 */
export async function startingWarm<T>(
  change: SandboxChange,
  deps: ClaimDeps,
  write: (change: SandboxChange) => Promise<T>,
): Promise<T> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const candidates = await candidatesFor(change, deps);
    if (candidates.length === 0) break;
    for (const warm of candidates) {
      try {
        return await write(claimOf(change, warm, deps.now()));
      } catch (error) {
        if (!isLost(error)) throw error;
        log.info('warm task was taken or changed by another writer', { warm_task: warm.sandbox_id });
      }
    }
  }
  return write(change);
}

/** Concurrent transactions on one row can all fail with a conflict. */
function isLost(error: unknown): boolean {
  return error instanceof WarmTaskTakenError || (error instanceof AppError && error.code === 'conflict');
}

async function candidatesFor(change: SandboxChange, { warmTasks, specs }: ClaimDeps): Promise<readonly Sandbox[]> {
  const spec = specs.find(change.next.spec_id);
  // Without a pool, a start makes no extra call.
  if (!isCreation(change) || !spec || spec.warm_pool.size === 0 || !hasSizeOf(spec, change.next)) return [];
  try {
    const ready = (await warmTasks.ready(spec)).filter(({ capacity }) => capacity === change.next.capacity);
    // Concurrent starts begin with different tasks.
    const first = Number.parseInt(change.next.sandbox_id.slice(-4), 16) % Math.max(1, ready.length);
    return [...ready.slice(first), ...ready.slice(0, first)].slice(0, TRIES);
  } catch (error) {
    log.warn('warm pool was not read; the sandbox starts without it', { error });
    return [];
  }
}

/** Warm tasks have the size of their spec, and an empty workspace. */
function hasSizeOf(spec: SandboxSpec, { size, workspace_gigabytes: gigabytes, base_snapshot: base }: Sandbox): boolean {
  return base === null && isSameSize(size, spec.size) && gigabytes === spec.workspace_gigabytes;
}

function isCreation({ previous, next }: SandboxChange): boolean {
  return next.phase === 'PENDING' && (previous === null || isTombstone(previous));
}

/** The same creation with a warm task: the sandbox begins in the task's phase. */
export function claimOf({ previous, next }: SandboxChange, row: Sandbox, now: Date): SandboxChange {
  const at = timestamp(now);
  const { warm, launch, key_id, task_arn, task_version, volume_id } = row;
  if (!warm || !launch) throw new Error(`row ${row.sandbox_id} has no warm task`);
  const { owner_id, sandbox_id, created_at, generation } = next;
  const days = next.retention_days + limits.orphanDays;
  const until = Math.ceil(Date.parse(next.deadline_at) / 1000) + days * DAY_SECONDS;
  const claimed_by = { owner_id, sandbox_id, created_at, generation, at, until };
  const transition = { phase: 'BOOTING' as const, at, generation, reason: null };
  return {
    previous,
    next: {
      ...next,
      phase: 'BOOTING',
      phase_since: at,
      transitions: [transition],
      claimed: { sandbox_id: row.sandbox_id, created_at: row.created_at, at },
      ...{ launch, key_id, task_arn, task_version, volume_id },
      task_history: withTask({ ...next, task_arn }, at),
      // The owner pays from the claim on.
      task_started_at: at,
      ...reached(next, { TASK_CLAIMED: at }),
    },
    claim: {
      previous: row,
      next: { ...row, version: row.version + 1, updated_at: at, desired: 'DELETED', warm: { ...warm, claimed_by } },
    },
  };
}
