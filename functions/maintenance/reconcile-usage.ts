import * as z from 'zod';
import { type CompareDeps, compareWithEcs } from '../../shared/domain/maintenance/compare-with-ecs.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { embeddedMetric } from '../../shared/platform/metrics.ts';
import { usageEntries } from '../../shared/wiring/billing.ts';
import { ecsTasks, sandboxStoreWithUsage } from '../../shared/wiring/sandboxes.ts';

/** An operator may pass another delay; the schedule passes none. */
const Order = z.object({ quiet_seconds: z.number().nonnegative().default(600) });

let deps: Omit<CompareDeps, 'quietSeconds'> | undefined;

/** Several times an hour: compares the tasks that ECS remembers with the usage ledger. */
export async function handler(event: unknown): Promise<void> {
  deps ??= {
    tasks: ecsTasks(),
    sandboxes: sandboxStoreWithUsage(),
    ledger: usageEntries(),
    metric: embeddedMetric(requireEnv('DEPLOYMENT')),
    now: systemClock,
  };
  await compareWithEcs({ ...deps, quietSeconds: Order.parse(event).quiet_seconds });
}
