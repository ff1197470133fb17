import type { Fault } from '../../../infra/local/aws/faults.ts';
import { searchSize } from '../../support/search-size.ts';
import { Faults } from '../../support/service/faults.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

export type Call = readonly [service: 'dynamodb' | 'ec2' | 'ecs' | 'lambda', action: string];

/**
 * In milliseconds. Other processes repeat crashed work only after its lease has ended, up to 20 seconds later, so a
 * sandbox that most crashes hit needs more than two minutes.
 */
export const CRASH_PATIENCE = 200_000;

/** When a process dies at a call. Each crash takes seconds here; the unit tests of reconcilers try both moments. */
export function moments(): readonly Moment[] {
  if (searchSize.crashes === 'both') return ['before', 'after'];
  return [Math.random() < 0.5 ? 'before' : 'after'];
}

type Moment = 'before' | 'after';

/**
 * Does `work` while each of the calls kills its process once, before the call, after it or both. Repeats `more` until
 * every crash has happened, because it is random which process makes a call.
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
      // Endpoints also write to the tables. Only reconcilers call the other services.
      ...(called === 'dynamodb' && { function: 'reconcile-sandbox' }),
    })),
  );
}
