import { limitAttributes } from '../../../contract/shapes/limits.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ACTIVE_KEY, SPENT_MICRO_USD } from './account.ts';
import { type Counter, type Demand, reliedOn, type SettledSince, type StartBounds, startRules } from './start-rules.ts';

/** An update of an owner's row, as it is put together. */
export interface OwnerUpdate {
  readonly adds: string[];
  readonly conditions: string[];
  readonly names: Record<string, string>;
  readonly values: Record<string, string | number>;
}

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

/** Adds a start's reservation, on the condition that the account admits it. `checkAdmission` has the same rules. */
export function addStart(update: OwnerUpdate, demand: Demand, bounds: StartBounds): void {
  for (const name of reliedOn) equals(update, limitAttributes[name], bounds.known[name]);
  const { sandboxes, budgets } = startRules(bounds.known, demand, bounds);
  for (const [index, counter] of sandboxes.entries()) atMost(update, `count${index}`, counter);
  if (!budgets) return;
  settledSince(update, budgets.settled);
  for (const [index, counter] of budgets.counters.entries()) {
    const name = `budget${index}`;
    atMost(update, name, counter);
    update.names[`#${name}`] = counter.attribute;
    update.values[`:${name}_share`] = counter.added;
    update.adds.push(`#${name} :${name}_share`);
  }
}

function settledSince({ conditions, names, values }: OwnerUpdate, { month, after, keyId }: SettledSince): void {
  values[':month'] = month;
  values[':settled'] = timestamp(after);
  conditions.push('budget_month = :month', 'budget_settled_at > :settled');
  if (keyId === null) return;
  names['#settled_key'] = `${SPENT_MICRO_USD}${keyId}`;
  conditions.push('attribute_exists(#settled_key)');
}

/** A count of sandboxes that is missing is 0; spending that is missing was never read from the ledger. */
function atMost({ conditions, names, values }: OwnerUpdate, name: string, counter: Counter): void {
  const { unit, attribute, added, limit } = counter;
  if (limit === null) return;
  const most = limit - added;
  names[`#${name}`] = attribute;
  values[`:${name}_most`] = most;
  const isBelow = `#${name} <= :${name}_most`;
  const mayBeMissing = unit === 'sandboxes' && most >= 0;
  conditions.push(mayBeMissing ? `(attribute_not_exists(#${name}) OR ${isBelow})` : isBelow);
}

/** A limit that an administrator sets or removes at this moment counts already. */
function equals({ conditions, values }: OwnerUpdate, attribute: string, expected: number | null): void {
  if (expected === null) conditions.push(`attribute_not_exists(${attribute})`);
  else {
    values[`:${attribute}`] = expected;
    conditions.push(`${attribute} = :${attribute}`);
  }
}
