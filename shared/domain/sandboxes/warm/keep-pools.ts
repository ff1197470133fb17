import type { Clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { log } from '../../../platform/log.ts';
import { deleteRequested } from '../intent/intents.ts';
import { secondsSince } from '../lifecycle/phases/time.ts';
import { limits } from '../record/limits.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { PoolHours, SandboxSpec, SandboxSpecs } from '../specs/sandbox-specs.ts';
import { type SandboxStore, saveIfUnchanged } from '../store/sandbox-store.ts';
import { newWarmTask, PoolChangedError, type WarmPool } from './warm-tasks.ts';

export interface KeepDeps {
  readonly warmPool: WarmPool;
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  readonly specs: SandboxSpecs;
  readonly now: Clock;
}

/** How many warm tasks are ready, and how many are starting. */
export interface PoolStanding {
  readonly ready: number;
  readonly starting: number;
}

/** The most rows in one transaction. The next run adds the others. */
const MOST = 50;

/**
 * Brings the warm pools to their sizes by writing which tasks should exist and which should go. The reconciler starts
 * and stops them like all others. Any worker can call this at any time, even concurrently.
 */
export async function keepPools(deps: KeepDeps): Promise<PoolStanding> {
  const { rows, turn } = await deps.warmPool.look();
  const now = deps.now();
  const { add, drain } = planPools(deps.specs.all, rows, now);
  for (const row of drain) await removeTask(row, now, deps);
  if (add.length > 0) await addTasks(add, turn, now, deps);
  const waiting = rows.filter((row) => row.desired === 'RUNNING' && !drain.includes(row));
  const ready = waiting.filter(isReady).length;
  return { ready, starting: waiting.length - ready };
}

/** Whether any pool has a size or still has rows. A deployment without pools makes no calls for them. */
export function hasPools({ all }: SandboxSpecs, rows: readonly Pick<Sandbox, 'warm'>[]): boolean {
  return all.some(({ warm_pool: { size } }) => size > 0) || rows.some(({ warm }) => warm !== null);
}

/** Removes a task, unless a sandbox has just claimed it. */
async function removeTask(previous: Sandbox, now: Date, { sandboxes }: KeepDeps): Promise<void> {
  if (await saveIfUnchanged(sandboxes, previous, deleteRequested(previous, now)))
    log.info('warm task removed', { warm_task: previous.sandbox_id, spec_id: previous.spec_id });
}

async function addTasks(specs: PoolPlan['add'], turn: number, now: Date, { warmPool }: KeepDeps): Promise<void> {
  const rows = specs.slice(0, MOST).map((spec) => newWarmTask(newId(now), spec, now));
  try {
    await warmPool.add(rows, turn);
  } catch (error) {
    // Another keeper was first, and its rows are on the next list.
    if (!(error instanceof PoolChangedError)) throw error;
  }
}

/** The tasks that a pool lacks, and those to remove. */
interface PoolPlan {
  readonly add: readonly SandboxSpec[];
  readonly drain: readonly Sandbox[];
}

/** Plans all pools from their rows. Pure: two keepers that see the same rows decide the same. */
export function planPools(specs: readonly SandboxSpec[], rows: readonly Sandbox[], now: Date): PoolPlan {
  const kept = rows.filter(({ warm, desired }) => warm?.claimed_by === null && desired !== 'DELETED');
  const plans = specs.map((spec) =>
    planPool(
      spec,
      kept.filter(({ spec_id: id }) => id === spec.id),
      now,
    ),
  );
  const offered = new Set(specs.map(({ id }) => id));
  return {
    add: plans.flatMap(({ add }) => add),
    drain: [...plans.flatMap(({ drain }) => drain), ...kept.filter(({ spec_id: id }) => !offered.has(id))],
  };
}

function planPool(spec: SandboxSpec, rows: readonly Sandbox[], now: Date): PoolPlan {
  const wanted = isOpen(spec.warm_pool.hours, now) ? spec.warm_pool.size : 0;
  const current = rows.filter((row) => row.warm?.revision === spec.revision);
  const alive = current.filter(({ phase, desired }) => desired === 'RUNNING' && phase !== 'ERROR');
  const fresh = alive.filter((row) => !isOld(row, now)).toSorted(readyFirst);
  const old = alive.filter((row) => isOld(row, now));
  // A failed task keeps its place for a while, so that a permanent failure is not retried constantly.
  const resting = current.filter((row) => !alive.includes(row) && secondsSince(row.phase_since, now) < limits.warmRest);
  const places = Math.max(0, wanted - resting.length);
  const staying = fresh.slice(0, places);
  const missing = places - staying.length;
  // An old task stays until its replacement is ready.
  const standIns = old.filter(isReady).slice(0, places - staying.filter(isReady).length);
  const kept = new Set([...staying, ...standIns, ...resting.slice(0, wanted)]);
  return { add: Array.from({ length: missing }, () => spec), drain: rows.filter((row) => !kept.has(row)) };
}

export function isOpen(hours: PoolHours | null, now: Date): boolean {
  if (hours === null) return true;
  const hour = now.getUTCHours();
  return hours.from < hours.until ? hour >= hours.from && hour < hours.until : hour >= hours.from || hour < hours.until;
}

export function isReady({ warm }: Sandbox): boolean {
  return typeof warm?.ready_at === 'string';
}

function isOld({ created_at: at }: Sandbox, now: Date): boolean {
  return secondsSince(at, now) >= limits.warmHours * 3_600;
}

/** Ready tasks come first, then older ones. */
function readyFirst(a: Sandbox, b: Sandbox): number {
  return Number(isReady(b)) - Number(isReady(a)) || (a.created_at < b.created_at ? -1 : 1);
}
