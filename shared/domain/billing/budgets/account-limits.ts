import type { BudgetUnit } from '../../../contract/shapes/enums.ts';
import type { Limits } from '../../../contract/shapes/limits.ts';
import { isOfMember, type Lineage, type Lineages } from '../../../contract/shapes/lineages.ts';
import type { OwnerAccount, Spent } from './account.ts';
import { budgetOf, inUnit, monthOf, spentOf } from './monthly-budget.ts';
import type { StageLimits } from './start-rules.ts';
import { type Bound, tightest } from './tightest.ts';

/** The limits of an owner and of a key that concern sandboxes and money, with what is used of them. */
export function accountLimits(account: OwnerAccount, lineages: Lineages, stage: StageLimits, now: Date) {
  const { limits: own, active, activeByLineage, cpuUnits, cpuUnitsByLineage } = account;
  return {
    sandboxes: {
      owner: { limit: own.sandboxes ?? stage.sandboxes, used: active },
      ...ofMember(lineages, ({ id, limits }) => {
        return { limit: limits.sandboxes, used: activeByLineage.get(id) ?? 0 };
      }),
    },
    vcpus: {
      owner: { limit: own.vcpus ?? stage.vcpus, used: cpuUnits / 1024 },
      ...ofMember(lineages, ({ id, limits }) => {
        return { limit: limits.vcpus, used: (cpuUnitsByLineage.get(id) ?? 0) / 1024 };
      }),
    },
    budgets: budgetsOf(account, lineages, now),
  };
}

/** Settled spending of a past month does not count. */
function budgetsOf({ limits, settled }: OwnerAccount, lineages: Lineages, now: Date) {
  const month = monthOf(now);
  const current = settled?.month === month ? settled : null;
  const member = lineages.find(isOfMember);
  const viewOf = ({ id, limits: own }: Lineage, unit: BudgetUnit) => budgetView(own, current?.lineages.get(id), unit);
  return {
    month,
    as_of: current?.at ?? null,
    owner: inBothUnits((unit) => budgetView(limits, current?.owner, unit)),
    key: inBothUnits((unit) => tightestOf(lineages, (lineage) => viewOf(lineage, unit))),
    member: member === undefined ? null : inBothUnits((unit) => viewOf(member, unit)),
  };
}

function inBothUnits<T>(view: (unit: BudgetUnit) => T): Record<BudgetUnit, T> {
  return { usd: view('usd'), sandbox_hours: view('sandbox_hours') };
}

function budgetView(limits: Limits, spent: Spent | undefined, unit: BudgetUnit) {
  const limit = budgetOf(limits, unit);
  if (limit === null) return { limit: null, used: null };
  return { limit: inUnit(unit, limit), used: spent === undefined ? null : inUnit(unit, spentOf(spent, unit)) };
}

/** The bound of the credential, and that of its member: null without one. */
function ofMember<B extends Bound>(lineages: Lineages, view: (lineage: Lineage) => B) {
  const member = lineages.find(isOfMember);
  return { key: tightestOf(lineages, view), member: member === undefined ? null : view(member) };
}

/** The limit with the least left in a lineage. */
function tightestOf<B extends Bound>([own, ...above]: Lineages, view: (lineage: Lineage) => B): B {
  return tightest([view(own), ...above.map(view)]);
}
