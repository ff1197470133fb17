import { Budgets } from '../../../shared/domain/billing/budgets/budgets.ts';
import type { UsageReader } from '../../../shared/domain/billing/usage/usage-ledger.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import type { MemorySandboxStore } from '../sandboxes/memory-sandbox-store.ts';
import { MemoryUsage } from './memory-usage.ts';

export function memoryBudgets(
  store: MemorySandboxStore,
  now: Clock = systemClock,
  usage: UsageReader = new MemoryUsage(),
): Budgets {
  return new Budgets({ accounts: store, sandboxes: store, usage, now });
}
