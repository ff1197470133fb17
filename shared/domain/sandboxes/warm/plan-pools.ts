import { limits } from '../record/limits.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { PoolHours, SandboxSpec } from '../specs/sandbox-spec.ts';

/** What a pool lacks, and what it has too many of. */
interface PoolPlan {
  readonly add: readonly SandboxSpec[];
  readonly drain: readonly Sandbox[];
}

/** Decides on all pools by their rows alone. Pure: two keepers that see the same decide the same. */
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
  // What failed keeps its place for a while: what cannot start is not tried again and again.
  const resting = current.filter((row) => !alive.includes(row) && secondsSince(row.phase_since, now) < limits.warmRest);
  const places = Math.max(0, wanted - resting.length);
  const staying = fresh.slice(0, places);
  const missing = places - staying.length;
  // An old task stays until the one that takes its place is ready.
  const standIns = old.filter(isReady).slice(0, places - staying.filter(isReady).length);
  const kept = new Set([...staying, ...standIns, ...resting.slice(0, wanted)]);
  return {
    add: Array.from({ length: missing }, () => spec),
    drain: rows.filter((row) => !kept.has(row)),
  };
}

/** Whether the pool is kept in this hour of the day, in UTC. */
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

/** What is ready stays before what is not, and what came first before what came later. */
function readyFirst(a: Sandbox, b: Sandbox): number {
  return Number(isReady(b)) - Number(isReady(a)) || (a.created_at < b.created_at ? -1 : 1);
}

function secondsSince(at: string, now: Date): number {
  return (now.getTime() - Date.parse(at)) / 1000;
}
