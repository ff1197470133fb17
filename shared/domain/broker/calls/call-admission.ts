import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isOfMember, type Lineage } from '../../../contract/shapes/lineages.ts';
import type { StagePrices } from '../../../contract/shapes/model-prices.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { lostParts, type Part } from '../../../platform/aws/transact.ts';
import type { Clock } from '../../../platform/clock.ts';
import { retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import type { MemberRecord } from '../../accounts/people/member-record.ts';
import type { OwnerAccount } from '../../billing/budgets/account.ts';
import type { Budgets } from '../../billing/budgets/budgets.ts';
import { isSettled, isSettledRecently } from '../../billing/budgets/check-admission.ts';
import { monthOf } from '../../billing/budgets/monthly-budget.ts';
import { SETTLED_AT_ALL, type SettledSince } from '../../billing/budgets/start-rules.ts';
import { findModelPrice } from '../prices/find-model-price.ts';
import { isFree } from '../prices/model-price.ts';
import { admits, type BudgetUse, type CallBudget, callBudgets, useOf } from './call-budgets.ts';
import { accountOpened, type CallTables, conversationOpened, openedPart, placeTaken } from './call-parts.ts';
import { budgetRefused, conversationRefused, ownerSuspended, priceUnknown, tooManyCalls } from './call-refusals.ts';
import type { NewModelCall } from './model-call.ts';
import { countRow, type ModelCallRow, PLACES } from './model-call-row.ts';
import { newCallRow } from './new-call-row.ts';
import { freeGroup, groupsOf } from './owner-places.ts';

export interface CallAdmissionDeps {
  readonly budgets: Pick<Budgets, 'account' | 'refresh'>;
  readonly members: { find(ownerId: string, personId: string): Promise<Pick<MemberRecord, 'limits'> | undefined> };
  readonly stagePrices: StagePrices;
  /** The most calls in progress. */
  readonly limits: { readonly perSandbox: number; readonly perOwner: number };
  readonly now: Clock;
}

/** A decision is repeated when the account changed in between, or was settled for it. */
const TRIES = 8;

/** A call is refused when the group with the most free places filled up so often. */
const PLACE_TRIES = 4;

/** The most attempts of a transaction that conflicts with others: a hundred calls of one budget can begin at once. */
export const CONFLICT_TRIES = 14;

const CountRow = z.looseObject({ calls: z.int().default(0), spent_micro_usd: z.number().default(0) });

/** Decides whether calls of models can begin. What it decides is the condition of the write. */
export class CallAdmission {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: CallTables;
  readonly #deps: CallAdmissionDeps;

  constructor(documents: DynamoDBDocumentClient, tables: CallTables, deps: CallAdmissionDeps) {
    this.#documents = documents;
    this.#tables = tables;
    this.#deps = deps;
  }

  /** See `ModelCalls.open`. */
  admit(call: NewModelCall): Promise<ModelCallRow> {
    return retryLostRaces(() => this.#tryAdmit(call), { tries: TRIES });
  }

  /** @throws VersionConflictError when it must be decided again */
  async #tryAdmit(call: NewModelCall): Promise<ModelCallRow> {
    const { budgets, stagePrices, now: clock } = this.#deps;
    const [account, lineages] = await Promise.all([budgets.account(call.ownerId), this.#lineagesOf(call)]);
    // Also part of the condition if a budget applies. Otherwise no call writes the owner's row, and one more can begin.
    if (account.suspension) throw ownerSuspended(account.suspension);
    const now = clock();
    const price = findModelPrice(call, stagePrices, now);
    const costsNothing = price !== null && isFree(price);
    const applied = costsNothing ? [] : callBudgets(account.limits, lineages);
    const conversationLimit = costsNothing ? null : microUsdOf(call.conversationBudget);
    if (price === null && (applied.length > 0 || conversationLimit !== null)) throw priceUnknown(call.model);
    const row = { ...newCallRow(call, price, now), budgets: applied.map(({ lineage }) => lineage) };
    const settled = settledFor(applied, now);
    if (applied.length > 0) await this.#decide(account, applied, settled, row.reserved_micro_usd);
    return this.#write(row, applied, settled, conversationLimit);
  }

  /** The lineages of the payer, with the limits of a member as they are now. */
  #lineagesOf({ ownerId, payer }: NewModelCall): Promise<readonly Lineage[]> {
    const current = async (lineage: Lineage) => {
      const member = isOfMember(lineage) ? await this.#deps.members.find(ownerId, lineage.id) : undefined;
      return member ? { ...lineage, limits: member.limits } : lineage;
    };
    return Promise.all((payer.lineages ?? []).map(current));
  }

  /** @throws AppError `quota_exceeded`; VersionConflictError after the ledger was read */
  async #decide(
    account: OwnerAccount,
    budgets: readonly CallBudget[],
    needed: SettledSince,
    largest: number,
  ): Promise<void> {
    const now = this.#deps.now();
    const full = budgets.find((budget) => !admits(budget.limit, useOf(account, budget), largest));
    const isKnown = isSettled(account.settled, needed);
    if (isKnown && !full) return;
    if (isKnown && full && isSettledRecently(account.settled, [], now))
      throw budgetRefused(full, useOf(account, full), now);
    await this.#deps.budgets.refresh(account.ownerId, needed.lineages);
    throw new VersionConflictError('the budget of', account.ownerId);
  }

  /** @throws AppError `concurrency_limit_exceeded` or `quota_exceeded`; VersionConflictError */
  async #write(
    row: ModelCallRow,
    budgets: readonly CallBudget[],
    settled: SettledSince,
    conversationLimit: number | null,
  ): Promise<ModelCallRow> {
    const { perSandbox, perOwner } = this.#deps.limits;
    const ownerFull = () => tooManyCalls('owner', perOwner);
    const budgetChanged = () => new VersionConflictError('the budget of', row.owner_id);
    const groups = groupsOf(perOwner);
    let place: number | undefined = Math.floor(Math.random() * groups.length);
    for (let tries = 1; place !== undefined && tries <= PLACE_TRIES; tries += 1) {
      const next: ModelCallRow = { ...row, place };
      const inSandbox = placeTaken(
        this.#tables,
        { owner_id: row.owner_id, call_id: countRow.sandbox(row.sandbox_id), limit: perSandbox },
        () => tooManyCalls('sandbox', perSandbox),
      );
      const inOwner = placeTaken(
        this.#tables,
        { owner_id: row.owner_id, call_id: countRow.place(place), limit: groups[place] ?? 0 },
        ownerFull,
      );
      const inConversation = conversationOpened(this.#tables, next, conversationLimit);
      const inAccount = accountOpened(this.#tables, next, budgets, settled, budgetChanged);
      const parts: readonly Part[] = [inSandbox, inConversation, inOwner, ...inAccount, openedPart(this.#tables, next)];
      const lost = await lostParts(this.#documents, parts, CONFLICT_TRIES);
      if (lost.length === 0) return next;
      if (lost.includes(inConversation)) throw await this.#conversationRefused(row, conversationLimit ?? 0);
      const refused = lost.find((part) => part !== inOwner);
      if (refused) throw refused.lost();
      place = freeGroup(perOwner, await this.#placesUsed(row.owner_id));
    }
    throw ownerFull();
  }

  async #conversationRefused(row: ModelCallRow, limit: number): Promise<Error> {
    const key = { owner_id: row.owner_id, call_id: countRow.conversation(row.conversation_id) };
    const counted = CountRow.parse((await getItem(this.#documents, this.#tables.modelCalls, key)) ?? {});
    const use: BudgetUse = { spent: counted.spent_micro_usd, inProgress: counted.calls };
    return conversationRefused(limit, use);
  }

  async #placesUsed(ownerId: string): Promise<ReadonlyMap<number, number>> {
    const { Items = [] } = await this.#documents.send(
      new QueryCommand({
        TableName: this.#tables.modelCalls,
        KeyConditionExpression: 'owner_id = :owner AND begins_with(call_id, :places)',
        ExpressionAttributeValues: { ':owner': ownerId, ':places': PLACES },
        ConsistentRead: true,
      }),
    );
    return new Map(
      Items.map((item) => [Number(String(item.call_id).slice(PLACES.length)), CountRow.parse(item).calls]),
    );
  }
}

function settledFor(budgets: readonly CallBudget[], now: Date): SettledSince {
  const lineages = budgets.flatMap(({ lineage }) => (lineage === null ? [] : [lineage]));
  return { month: monthOf(now), after: new Date(now.getTime() - SETTLED_AT_ALL), lineages };
}

/** A budget of 0 is none, as clients send 0 for a setting that is not set. */
function microUsdOf(budget: number | null): number | null {
  return budget === null || budget <= 0 ? null : Math.round(budget * 1_000_000);
}
