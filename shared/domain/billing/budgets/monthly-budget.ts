import { BudgetUnit } from '../../../contract/shapes/enums.ts';
import type { Limits } from '../../../contract/shapes/limits.ts';
import { timestamp } from '../../../platform/clock.ts';
import { hoursOf, usdOf } from '../usage/amounts.ts';
import type { Spent } from './account.ts';

/** The monthly budget in millionths of a US dollar, so that sums are exact, or in seconds; null for no budget. */
export function budgetOf(limits: Limits, unit: BudgetUnit): number | null {
  const { monthly_budget_usd: usd, monthly_sandbox_hours: hours } = limits;
  if (unit === 'usd') return usd === null ? null : Math.round(usd * 1_000_000);
  return hours === null ? null : Math.round(hours * 3600);
}

export function spentOf(spent: Spent, unit: BudgetUnit): number {
  return unit === 'usd' ? spent.microUsd : spent.seconds;
}

/** A ledger amount in the unit that callers read. */
export function inUnit(unit: BudgetUnit, amount: number): number {
  return unit === 'usd' ? usdOf(amount) : hoursOf(amount);
}

export function hasBudget(limits: Limits): boolean {
  return BudgetUnit.options.some((unit) => budgetOf(limits, unit) !== null);
}

/** The calendar month in UTC, as `2026-11`. */
export function monthOf(now: Date): string {
  return timestamp(now).slice(0, 7);
}

/** When the month ends and its budgets reset. */
export function monthEnd(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
