import type { Clock } from '../../platform/clock.ts';
import type { OwnerAccount } from '../billing/budgets/account.ts';
import type { StageLimits } from '../billing/budgets/start-rules.ts';
import type { Fleet } from './fleet.ts';
import { type DeliveryBacklog, operatorSummary } from './operator-summary.ts';
import type { SweepRun } from './sweep-run.ts';

export interface SummaryDeps {
  /** Keeps what operators see of a run. */
  readonly saveSummary: (document: string, now: Date) => Promise<void>;
  /** What waits to be delivered to webhook endpoints. */
  readonly deliveryBacklog: (now: Date) => Promise<DeliveryBacklog>;
  readonly stageLimits: StageLimits;
  readonly now: Clock;
}

/** Writes one small row, so that the pages of operators cause no scan. */
export async function saveSummary(
  run: SweepRun,
  { heads, queued }: Pick<Fleet, 'heads' | 'queued'>,
  accounts: ReadonlyMap<string, OwnerAccount>,
  { saveSummary: save, deliveryBacklog, stageLimits, now }: SummaryDeps,
): Promise<void> {
  const deliveries = await deliveryBacklog(now());
  const { isComplete, findings, errors } = run;
  const checked = { isComplete, findings, details: run.details(), errors };
  const seen = { heads, queued: queued.length, deliveries, accounts, ...checked };
  await save(JSON.stringify(operatorSummary(seen, stageLimits, now())), now());
}
