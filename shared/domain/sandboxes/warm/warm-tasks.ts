import { timestamp } from '../../../platform/clock.ts';
import { newSandbox } from '../lifecycle/generation.ts';
import { POOL_OWNER } from '../record/identity.ts';
import { limits } from '../record/limits.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxSpec } from '../specs/sandbox-specs.ts';

/** The warm pool as starts see it. */
export interface WarmTasks {
  /** The tasks of a spec that a new sandbox can claim, oldest first. Other starts can claim them too. */
  ready(spec: SandboxSpec): Promise<readonly Sandbox[]>;
}

/** Another keeper has added to the pool since its rows were read. */
export class PoolChangedError extends Error {
  override readonly name = 'PoolChangedError';
}

/** The warm pool as its keepers see it. Other writes of its rows are those of every sandbox. */
export interface WarmPool {
  /** All rows except claimed or deleted ones, with the turn needed to add rows. */
  look(): Promise<PoolLook>;
  /** Adds rows. @throws PoolChangedError when the turn is over, as another keeper has added rows */
  add(rows: readonly Sandbox[], turn: number): Promise<void>;
}

export interface PoolLook {
  /** Includes rows that were just added. */
  readonly rows: readonly Sandbox[];
  readonly turn: number;
}

const HOUR = 3_600_000;

/** A claim needs this much time before the task's end, in milliseconds. */
const TIME_TO_CLAIM = 60_000;

/** A warm task: a row like that of a sandbox, without an owner and not counted in any limit. */
export function newWarmTask(id: string, spec: SandboxSpec, now: Date): Sandbox {
  return {
    ...newSandbox(POOL_OWNER, id, spec, now),
    reserved_micro_usd: 0,
    // After its replacement is due, it can be claimed until the replacement has started.
    deadline_at: timestamp(new Date(now.getTime() + (limits.warmHours + 1) * HOUR)),
    warm: { revision: spec.revision, ready_at: null, claimed_by: null },
  };
}

/** Whether a new sandbox of the spec can claim this task. */
export function isClaimable(row: Sandbox, spec: SandboxSpec, now: Date): boolean {
  const { warm, spec_id, desired, phase, deadline_at } = row;
  if (warm === null || warm.claimed_by !== null || warm.ready_at === null) return false;
  const isSame = spec_id === spec.id && warm.revision === spec.revision;
  return (
    isSame && desired === 'RUNNING' && phase === 'BOOTING' && Date.parse(deadline_at) - TIME_TO_CLAIM > now.getTime()
  );
}
