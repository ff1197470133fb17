import * as z from 'zod';
import { type CompareDeps, compareWithEcs } from '../../shared/domain/maintenance/compare-with-ecs.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { embeddedMetric } from '../../shared/platform/metrics.ts';
import { usageEntries } from '../../shared/wiring/billing.ts';
import { ecsTasks, meteredWriter } from '../../shared/wiring/sandboxes.ts';

/** Operators can pass another delay. The schedule passes none. */
const Order = z.object({ quiet_seconds: z.number().nonnegative().default(600) });

const depsOf = wired(
  (granted = grantedTo('reconcile-usage')): Omit<CompareDeps, 'quietSeconds'> => ({
    tasks: ecsTasks(),
    sandboxes: meteredWriter(granted),
    ledger: usageEntries(granted),
    metric: embeddedMetric(requireEnv('DEPLOYMENT')),
    now: systemClock,
  }),
);

/** Compares the tasks that ECS still lists with the usage ledger, several times an hour. */
export async function handler(event: unknown): Promise<void> {
  await compareWithEcs({ ...depsOf(), quietSeconds: Order.parse(event).quiet_seconds });
}
