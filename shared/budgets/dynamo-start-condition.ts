import { timestamp } from '../clock.ts';
import { ACTIVE_KEY, hasBudget, type MonthlyLimits, SPENT_MICRO_USD, SPENT_SECONDS, type Spent } from './account.ts';
import { monthOf } from './month.ts';
import { type Demand, isBudgeted, SETTLED_AT_ALL, type StartBounds } from './verdict.ts';

/** An update of an owner's row, as it is put together. */
export interface OwnerUpdate {
  readonly adds: string[];
  readonly conditions: string[];
  readonly names: Record<string, string>;
  readonly values: Record<string, string | number>;
}

/** How a key's own attributes are called in an expression: their names hold its id. */
const forKey = { active: '#active_key', microUsd: '#key_micro_usd', seconds: '#key_seconds' } as const;

/** The counts of an owner, and of the keys whose sandboxes begin or cease to count. */
export function countUpdate({ owner, keys }: Demand): OwnerUpdate {
  const update: OwnerUpdate = {
    adds: ['active_sandboxes :owner', 'count_changes :one'],
    conditions: [],
    names: {},
    values: { ':owner': owner, ':one': 1 },
  };
  for (const [index, [keyId, difference]] of [...keys].entries()) {
    if (difference === 0) continue;
    update.names[`#key${index}`] = `${ACTIVE_KEY}${keyId}`;
    update.values[`:key${index}`] = difference;
    update.adds.push(`#key${index} :key${index}`);
  }
  return update;
}

/** What must hold so that something starts, and its share of the budgets. `verdictOn` tells of the same in advance. */
export function addStart(update: OwnerUpdate, demand: Demand, bounds: StartBounds): void {
  const { known, key } = bounds;
  const { conditions, names, values } = update;
  equals(update, 'sandbox_limit', known.sandboxes);
  equals(update, 'monthly_budget_usd', known.stored.usd);
  equals(update, 'monthly_sandbox_hours', known.stored.hours);
  const room = (known.sandboxes ?? bounds.sandboxes) - demand.owner;
  conditions.push(atMost('active_sandboxes', ':room', room));
  values[':room'] = room;
  if (key.sandboxes !== null) {
    const keyRoom = key.sandboxes - (demand.keys.get(key.id) ?? 0);
    names[forKey.active] = `${ACTIVE_KEY}${key.id}`;
    values[':key_room'] = keyRoom;
    conditions.push(atMost(forKey.active, ':key_room', keyRoom));
  }
  if (isBudgeted(bounds)) addBudgets(update, demand.reserves, bounds);
}

function addBudgets(update: OwnerUpdate, reserves: Spent, { known, key, now: clock }: StartBounds): void {
  const now = clock();
  const { adds, conditions, names, values } = update;
  values[':month'] = monthOf(now);
  values[':settled'] = timestamp(new Date(now.getTime() - SETTLED_AT_ALL));
  values[':micro_usd'] = reserves.microUsd;
  values[':seconds'] = reserves.seconds;
  conditions.push('budget_month = :month', 'budget_settled_at > :settled');
  spend(update, { microUsd: 'spent_micro_usd', seconds: 'spent_seconds' }, ':owner', known, reserves);
  adds.push('spent_micro_usd :micro_usd', 'spent_seconds :seconds');
  if (!hasBudget(key)) return;
  names[forKey.microUsd] = `${SPENT_MICRO_USD}${key.id}`;
  names[forKey.seconds] = `${SPENT_SECONDS}${key.id}`;
  conditions.push(`attribute_exists(${forKey.microUsd})`);
  spend(update, forKey, ':key', key, reserves);
  adds.push(`${forKey.microUsd} :micro_usd`, `${forKey.seconds} :seconds`);
}

/** What is spent has to leave room for more. */
function spend(
  { conditions, values }: OwnerUpdate,
  attributes: { readonly microUsd: string; readonly seconds: string },
  prefix: string,
  limits: MonthlyLimits,
  more: Spent,
): void {
  for (const unit of ['microUsd', 'seconds'] as const) {
    const limit = limits[unit];
    if (limit === null) continue;
    const name = `${prefix}_most_${unit}`;
    values[name] = limit - more[unit];
    conditions.push(`${attributes[unit]} <= ${name}`);
  }
}

/** A limit that an administrator sets or takes away at this moment counts already. */
function equals({ conditions, values }: OwnerUpdate, attribute: string, expected: number | null): void {
  if (expected === null) conditions.push(`attribute_not_exists(${attribute})`);
  else {
    values[`:${attribute}`] = expected;
    conditions.push(`${attribute} = :${attribute}`);
  }
}

/** What was never counted is 0. */
function atMost(attribute: string, value: string, most: number): string {
  return most < 0 ? `${attribute} <= ${value}` : `(attribute_not_exists(${attribute}) OR ${attribute} <= ${value})`;
}
