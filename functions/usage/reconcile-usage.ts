import * as z from 'zod';
import { systemClock } from '../../shared/clock.ts';
import { requireEnv } from '../../shared/env.ts';
import { embeddedMetric } from '../../shared/metrics.ts';
import { type CompareDeps, compareWithEcs } from '../../shared/usage/compare-with-ecs.ts';
import { ecsTasks, sandboxClock } from '../../shared/wiring/sandboxes.ts';
import { usageLedger } from '../../shared/wiring/usage.ts';

/** An operator may call it with another patience; the schedule says nothing of it. */
const Order = z.object({ quiet_seconds: z.number().nonnegative().default(600) });

let deps: Omit<CompareDeps, 'quietSeconds'> | undefined;

/** Several times an hour: what ECS remembers and what the ledger has must agree. */
export async function handler(event: unknown): Promise<void> {
  deps ??= {
    tasks: ecsTasks(),
    sandboxes: sandboxClock(),
    ledger: usageLedger(),
    metric: embeddedMetric(requireEnv('DEPLOYMENT')),
    now: systemClock,
  };
  await compareWithEcs({ ...deps, quietSeconds: Order.parse(event).quiet_seconds });
}
