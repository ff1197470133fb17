import { BudgetUnit } from '../../../contract/shapes/enums.ts';
import type { Limits } from '../../../contract/shapes/limits.ts';
import { hoursOf, usdOf } from '../usage/units.ts';
import type { Spent } from './account.ts';

/** The monthly budget in millionths of a US dollar, so that sums are exact, or in seconds. Null without a bound. */
export function budgetOf(limits: Limits, unit: BudgetUnit): number | null {
  const { monthly_budget_usd: usd, monthly_sandbox_hours: hours } = limits;
  if (unit === 'usd') return usd === null ? null : Math.round(usd * 1_000_000);
  return hours === null ? null : Math.round(hours * 3600);
}

/** The usage in a unit, as the ledger counts it. */
export function spentOf(spent: Spent, unit: BudgetUnit): number {
  return unit === 'usd' ? spent.microUsd : spent.seconds;
}

/** An amount of the ledger as callers read it. */
export function inUnit(unit: BudgetUnit, amount: number): number {
  return unit === 'usd' ? usdOf(amount) : hoursOf(amount);
}

export function hasBudget(limits: Limits): boolean {
  return BudgetUnit.options.some((unit) => budgetOf(limits, unit) !== null);
}
