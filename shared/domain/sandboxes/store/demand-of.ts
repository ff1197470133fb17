import { lineageIdsOf } from '../../billing/budgets/payer.ts';
import { RESERVED_SECONDS } from '../../billing/budgets/reservation.ts';
import type { Demand } from '../../billing/budgets/start-rules.ts';
import { isCounted } from '../record/conditions.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxChange } from './sandbox-store.ts';

/** The demand of these changes on their owner's account. */
export function demandOf(changes: readonly SandboxChange[]): Demand {
  const lineages = new Map<string, number>();
  const count = (sandbox: Sandbox, difference: number) => {
    for (const id of lineageIdsOf(sandbox)) lineages.set(id, (lineages.get(id) ?? 0) + difference);
  };
  let owner = 0;
  let starts = 0;
  let microUsd = 0;
  for (const { previous, next } of changes) {
    const before = previous !== null && isCounted(previous) ? previous : null;
    if (before) count(before, -1);
    if (isCounted(next)) count(next, 1);
    owner += Number(isCounted(next)) - Number(before !== null);
    if (!isCounted(next) || before) continue;
    starts += 1;
    microUsd += next.reserved_micro_usd;
  }
  return { owner, lineages, starts, reserves: { microUsd, seconds: starts * RESERVED_SECONDS } };
}
