import { Budgets } from '../../shared/budgets/budgets.ts';
import { type Clock, systemClock } from '../../shared/clock.ts';
import type { UsageReader } from '../../shared/usage/usage-reader.ts';
import type { MemorySandboxStore } from './memory-sandbox-store.ts';
import { MemoryUsage } from './memory-usage.ts';

/** Budgets over sandboxes in memory; nothing was used before, unless the test says so. */
export function memoryBudgets(
  store: MemorySandboxStore,
  now: Clock = systemClock,
  usage: UsageReader = new MemoryUsage(),
): Budgets {
  return new Budgets({ accounts: store, sandboxes: store, usage, now });
}
