import { BudgetUnit } from '../../contract/shapes/enums.ts';
import type { EventType } from '../../contract/shapes/integrator-event-types.ts';
import type { Limits } from '../../contract/shapes/limits.ts';
import { isOfMember } from '../../contract/shapes/lineages.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { retryLostRaces } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { budgetExhausted } from '../../presentation/sandbox-reasons.ts';
import type { DynamoMemberStore } from '../accounts/people/dynamo-member-store.ts';
import { lineageIdsOf, type OwnerAccount, type Payer, type WatchedAccounts } from '../billing/budgets/account.ts';
import type { Budgets } from '../billing/budgets/budgets.ts';
import { budgetOf, hasBudget, inUnit, monthEnd, monthOf } from '../billing/budgets/monthly-budget.ts';
import type { UsedSoFar } from '../billing/usage/usage-ledger.ts';
import { pauseRequested } from '../sandboxes/intent/intents.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import type { Head } from './fleet.ts';
import type { SweepRun } from './sweep-run.ts';

export interface WatchDeps {
  readonly budgets: Pick<Budgets, 'settle'>;
  readonly accounts: Pick<WatchedAccounts, 'publishOnce'>;
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save' | 'listCounted'>;
  readonly members: Pick<DynamoMemberStore, 'find'>;
  readonly now: Clock;
}

/** What the watch of one owner needs. */
type BudgetDeps = Omit<WatchDeps, 'members'>;

/** One monthly budget, of an owner or of a lineage. */
interface Budget {
  readonly lineage: string | null;
  readonly unit: BudgetUnit;
  readonly limit: number;
  readonly used: number;
}

/** The used shares of a budget at which events are published. */
const HALF = 0.5;
const WARNING = 0.8;

/** In milliseconds. */
const A_DAY = 86_400_000;

/**
 * Compares this month's usage with the budgets of an owner and of lineages with running sandboxes. Publishes an event
 * when half of a budget is used, when it is nearly used up and when it is used up, each once per month and budget size.
 * Pauses the sandboxes that run on a used-up budget; their files are kept. Reservations do not count, so that no
 * sandbox is paused for unused money.
 *
 * @param lineages the lineages with budgets and running sandboxes, with their limits
 * @returns how many sandboxes were paused
 */
export async function watchBudgets(
  ownerId: string,
  lineages: ReadonlyMap<string, Limits>,
  deps: BudgetDeps,
): Promise<number> {
  const { account, ledger } = await deps.budgets.settle(ownerId, [...lineages.keys()]);
  // A month can end since it was read.
  const month = account.settled?.month ?? monthOf(deps.now());
  const nothing = { microUsd: 0, modelMicroUsd: 0, sandboxSeconds: 0 };
  const budgets = [
    ...budgetsOf(null, account.limits, ledger),
    ...[...lineages].flatMap(([id, limits]) => budgetsOf(id, limits, ledger.byLineage.get(id) ?? nothing)),
  ];
  for (const budget of budgets) {
    if (budget.used >= HALF * budget.limit) await publish('budget.half_used', { ownerId, month }, budget, deps);
    if (budget.used >= WARNING * budget.limit) await publish('budget.warning', { ownerId, month }, budget, deps);
    if (budget.used >= budget.limit) await publish('budget.exhausted', { ownerId, month }, budget, deps);
  }
  const exhausted = budgets.filter(({ used, limit }) => used >= limit);
  return exhausted.length === 0 ? 0 : pauseAll(ownerId, exhausted, deps);
}

function budgetsOf(lineage: string | null, limits: Limits, { microUsd, sandboxSeconds }: UsedSoFar): Budget[] {
  return BudgetUnit.options.flatMap((unit) => {
    const limit = budgetOf(limits, unit);
    return limit === null ? [] : [{ lineage, unit, limit, used: unit === 'usd' ? microUsd : sandboxSeconds }];
  });
}

/** A raised budget is a new budget with its own events. */
async function publish(
  type: EventType,
  { ownerId, month }: { readonly ownerId: string; readonly month: string },
  { lineage, unit, limit, used }: Budget,
  deps: BudgetDeps,
): Promise<void> {
  const end = monthEnd(new Date(`${month}-01T00:00:00.000Z`));
  const objectId = `budget-${lineage ?? 'owner'}-${unit}`;
  const data = {
    ...budgetHolder(lineage),
    unit,
    month,
    limit: inUnit(unit, limit),
    used: inUnit(unit, used),
    resets_at: timestamp(end),
  };
  const id = `${objectId}/${month}/${limit}/${type}`;
  const event = { ownerId, type, objectId, id, occurredAt: timestamp(deps.now()), data };
  if (await deps.accounts.publishOnce(event, new Date(end.getTime() + A_DAY)))
    log.info('budget event was published', { owner_id: ownerId, type, ...data });
}

function budgetHolder(lineage: string | null) {
  if (lineage === null) return { scope: 'owner', key_id: null, user_id: null };
  if (isOfMember({ id: lineage })) return { scope: 'member', key_id: null, user_id: lineage };
  return { scope: 'key', key_id: lineage, user_id: null };
}

/** Admission refuses every start once the usage is recorded, so this list includes everything that runs. */
async function pauseAll(ownerId: string, exhausted: readonly Budget[], deps: BudgetDeps): Promise<number> {
  const used = new Set(exhausted.map(({ lineage }) => lineage));
  const isPaidFrom = (sandbox: Payer) => used.has(null) || lineageIdsOf(sandbox).some((id) => used.has(id));
  const running = (await deps.sandboxes.listCounted(ownerId)).filter(isPaidFrom);
  const outcomes = await Promise.allSettled(
    running.map(({ sandbox_id: id }) => retryLostRaces(() => pauseOne(ownerId, id, isPaidFrom, deps))),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  // The next run retries those that failed.
  if (failed) throw failed.reason;
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
}

/** @returns whether it ran. */
async function pauseOne(
  ownerId: string,
  sandboxId: string,
  isPaidFrom: (sandbox: Payer) => boolean,
  { sandboxes, now }: BudgetDeps,
): Promise<boolean> {
  const sandbox = await sandboxes.find(ownerId, sandboxId);
  if (!sandbox || !isPaidFrom(sandbox)) return false;
  const next = pauseRequested(sandbox, now(), { pauseReason: 'budget', reason: budgetExhausted });
  if (next) await sandboxes.save([{ previous: sandbox, next }]);
  return next !== undefined;
}

/**
 * Checks every owner with budgets and active sandboxes. Other owners cause no reads but of members whose sandboxes run.
 *
 * @param active the sandboxes that are not at rest: a pausing sandbox costs money until its task has ended
 */
export async function sweepBudgets(
  run: SweepRun,
  active: readonly Head[],
  accounts: ReadonlyMap<string, OwnerAccount>,
  deps: WatchDeps,
): Promise<void> {
  const owners = Map.groupBy(active, ({ owner_id: ownerId }) => ownerId);
  const watched = [...owners].flatMap(([ownerId, rows]) => {
    const budgeted = budgetedLineagesOf(rows);
    const people = peopleOf(rows);
    const limits = accounts.get(ownerId)?.limits;
    const isWatched = budgeted.size > 0 || people.size > 0 || (limits && hasBudget(limits));
    return isWatched ? [{ ownerId, budgeted, people, isOwnerWatched: limits !== undefined && hasBudget(limits) }] : [];
  });
  const nameOf = ({ ownerId }: (typeof watched)[number]) => `budget of ${ownerId}`;
  await run.each('budgets', watched, nameOf, async ({ ownerId, budgeted: ofKeys, people, isOwnerWatched }) => {
    const budgeted = new Map([...ofKeys, ...(await budgetsOfMembers(ownerId, people, deps))]);
    if (budgeted.size === 0 && !isOwnerWatched) return;
    const paused = await watchBudgets(ownerId, budgeted, deps);
    if (paused > 0) log.warn('budget is used up; its sandboxes were paused', { owner_id: ownerId, paused });
  });
}

/** The lineages with budgets, from the rows of sandboxes, as the rows of expired keys are removed. */
function budgetedLineagesOf(rows: readonly Head[]): ReadonlyMap<string, Limits> {
  const lineages = rows.flatMap((row) => row.lineages ?? []).filter((one) => hasBudget(one.limits) && !isOfMember(one));
  return new Map(lineages.map(({ id, limits }) => [id, limits]));
}

/** The members whose sandboxes run. */
function peopleOf(rows: readonly Head[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => row.lineages ?? []).flatMap((one) => (isOfMember(one) ? [one.id] : [])));
}

/** The budgets of members as they are now: they can have changed since their sandboxes started. */
async function budgetsOfMembers(
  ownerId: string,
  people: ReadonlySet<string>,
  { members }: Pick<WatchDeps, 'members'>,
): Promise<readonly (readonly [id: string, limits: Limits])[]> {
  const found = await Promise.all([...people].map((id) => members.find(ownerId, id)));
  return found.flatMap((member) =>
    member && hasBudget(member.limits) ? [[member.person_id, member.limits] as const] : [],
  );
}
