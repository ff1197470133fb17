import type { Clock } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { log } from '../../../platform/log.ts';
import { deleteRequested } from '../intent/intents.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxSpecs } from '../specs/sandbox-specs.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import { isReady, planPools } from './plan-pools.ts';
import { PoolChangedError, type WarmPool } from './warm-pool.ts';
import { newWarmTask } from './warm-task.ts';

export interface KeepDeps {
  readonly warmPool: WarmPool;
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  readonly specs: SandboxSpecs;
  readonly now: Clock;
}

/** How many tasks wait, and how many are on their way. */
export interface PoolStanding {
  readonly ready: number;
  readonly starting: number;
}

/** As many rows fit into one transaction; the next look adds the others. */
const MOST = 50;

/**
 * Brings the warm pools to their sizes: writes down which tasks there should be, and which should go. The reconciler
 * starts and stops them like all others. Any worker may call it at any time, also several at once.
 */
export async function keepPools(deps: KeepDeps): Promise<PoolStanding> {
  const { rows, turn } = await deps.warmPool.look();
  const now = deps.now();
  const { add, drain } = planPools(deps.specs.all, rows, now);
  for (const row of drain) await drained(row, now, deps);
  if (add.length > 0) await added(add, turn, now, deps);
  const waiting = rows.filter((row) => row.desired === 'RUNNING' && !drain.includes(row));
  const ready = waiting.filter(isReady).length;
  return { ready, starting: waiting.length - ready };
}

/** Whether there may be something to keep: a deployment without pools makes no call for them. */
export function hasPools({ all }: SandboxSpecs, rows: readonly Pick<Sandbox, 'warm'>[]): boolean {
  return all.some(({ warm_pool: { size } }) => size > 0) || rows.some(({ warm }) => warm !== null);
}

/** A task that is claimed at this moment stays, and is its sandbox's. */
async function drained(previous: Sandbox, now: Date, { sandboxes }: KeepDeps): Promise<void> {
  try {
    await sandboxes.save([{ previous, next: deleteRequested(previous, now) }]);
    log.info('warm task is given up', { warm_task: previous.sandbox_id, spec_id: previous.spec_id });
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
  }
}

async function added(
  specs: ReturnType<typeof planPools>['add'],
  turn: number,
  now: Date,
  deps: KeepDeps,
): Promise<void> {
  try {
    await deps.warmPool.add(
      specs.slice(0, MOST).map((spec) => newWarmTask(newId(now), spec, now)),
      turn,
    );
  } catch (error) {
    // Another keeper was faster, and its rows are on the next list.
    if (!(error instanceof PoolChangedError)) throw error;
  }
}
