import type { Fault } from '../../../infra/local/aws/faults.ts';
import { searchSize } from '../../support/search-size.ts';
import { Faults } from '../../support/service/faults.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

export type Call = readonly [service: 'dynamodb' | 'ec2' | 'ecs' | 'lambda', action: string];

/**
 * In milliseconds. Other processes repeat crashed work only when its lease has ended, up to 20 seconds later: one
 * sandbox that takes most of the crashes needs more than two minutes.
 */
export const CRASH_PATIENCE = 200_000;

/** When a process dies at a call. The unit tests of reconcilers have both at every call; here one costs seconds. */
export function moments(): readonly Moment[] {
  if (searchSize.crashes === 'both') return ['before', 'after'];
  return [Math.random() < 0.5 ? 'before' : 'after'];
}

type Moment = 'before' | 'after';

/**
 * Does the work while each of these calls ends the process of its caller, before it, after it or both. Which process
 * makes a call is chance: `more` work follows until each call has ended one.
 */
export async function underCrashes(
  stateDirectory: string,
  calls: readonly Call[],
  work: () => Promise<unknown>,
  more: () => Promise<unknown>,
): Promise<void> {
  const faults = new Faults(stateDirectory);
  for (const fault of crashesAt(calls)) await faults.add(fault);
  const all = async () => {
    await work();
    while ((await faults.left()).length > 0) await more();
  };
  await withSweeps(stateDirectory, all());
}

function crashesAt(calls: readonly Call[]): readonly Fault[] {
  return calls.flatMap(([called, action]) =>
    moments().map((when) => ({
      service: called,
      action,
      kind: 'crash' as const,
      when,
      times: 1,
      // Endpoints write to the tables too. The other services are called by reconcilers alone.
      ...(called === 'dynamodb' && { function: 'reconcile-sandbox' }),
    })),
  );
}
