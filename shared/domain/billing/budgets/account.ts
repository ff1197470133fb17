import * as z from 'zod';
import { type Limits, limitsOfOwnerRow, OwnerRowLimits } from '../../../contract/shapes/limits.ts';
import type { Lineage } from '../../../contract/shapes/lineages.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import type { IntegratorEvent } from '../../accounts/outbox/outbox.ts';

/** The usage of a month, in whole units: sums of money must be exact. */
export interface Spent {
  /** In millionths of a US dollar. */
  readonly microUsd: number;
  readonly seconds: number;
}

/** A month's usage as settled: the ledger's sum at `at`, plus the reservations since then. */
export interface Settled {
  /** As `2026-11`. */
  readonly month: string;
  /** When the ledger was read. */
  readonly at: string;
  readonly owner: Spent;
  /** For lineages with budgets of their own. */
  readonly lineages: ReadonlyMap<string, Spent>;
}

/** An owner's limits, the sandboxes that count towards them, and the usage of the month. */
export interface OwnerAccount {
  readonly ownerId: string;
  /** How many sandboxes start, run or resume. */
  readonly active: number;
  /** The same by lineage of the API key that started or resumed them. A sandbox counts in each lineage of its key. */
  readonly activeByLineage: ReadonlyMap<string, number>;
  /** The vCPUs of these sandboxes in 1024ths, and the same by lineage. */
  readonly cpuUnits: number;
  readonly cpuUnitsByLineage: ReadonlyMap<string, number>;
  /** How many snapshots exist, with those that the service keeps for forks. */
  readonly snapshots: number;
  /** Rises with each change of the counts of sandboxes, so that a write based on an earlier read fails. */
  readonly changes: number;
  readonly limits: Limits;
  /** Since when the owner is suspended, and why; null for an owner that can start sandboxes. */
  readonly suspension: Suspension | null;
  /** Whether everything of the owner is being deleted. */
  readonly isDeleting: boolean;
  /** Whether only the receipt of the deletion is left. */
  readonly isDeleted: boolean;
  /** Null until the ledger is first read for a budget. */
  readonly settled: Settled | null;
  /** What calls of models have added to the budgets of the owner and of lineages. */
  readonly models: { readonly owner: ModelSums; readonly lineages: ReadonlyMap<string, ModelSums> };
  /** What the owner has cost in this month, as last added up for operators; null before. */
  readonly spend: Spend | null;
}

/** Calls of models that counted towards a budget. */
export interface ModelSums {
  /** The cost of all that have ended, in millionths of a US dollar. It never falls, also from month to month. */
  readonly closedMicroUsd: number;
  /** How many are in progress. */
  readonly inProgress: number;
}

/** The cost of a month, in millionths of a US dollar. */
export interface Spend {
  readonly month: string;
  readonly at: string;
  readonly microUsd: number;
  /** By day of the month, as `29`: what was added up on this day. */
  readonly days: Readonly<Record<string, number>>;
}

/** Refuses starts. Running sandboxes are paused, and reads and deletions go on. */
export interface Suspension {
  readonly at: string;
  readonly reason: string | null;
}

/** The attribute that refuses starts while it exists. */
export const SUSPENDED_AT = 'suspended_at';

/** Prefixes of the attributes of each lineage. The lineage's id follows: the id of its first key. */
export const ACTIVE_KEY = 'active_key_';
export const CPU_UNITS_KEY = 'cpu_units_key_';
export const SPENT_MICRO_USD = 'spent_micro_usd_key_';
export const SPENT_SECONDS = 'spent_seconds_key_';

/** Attributes of a budget in US dollars, of the owner (null) or a lineage. Calls of models change them. */
export function budgetAttributes(lineage: string | null) {
  const named = (name: string) => (lineage === null ? name : `${name}_key_${lineage}`);
  return {
    /** Usage of the month, with all that is reserved. */
    spent: named('spent_micro_usd'),
    /** What ended calls have cost, plus what those in progress have reserved. */
    models: named('model_micro_usd'),
    closed: named('model_closed_micro_usd'),
    inProgress: named('model_calls'),
  };
}

/** The fields of an owner's row that starts need. An owner can have a row for reasons other than sandboxes. */
const Row = z.looseObject({
  owner_id: z.string(),
  active_sandboxes: z.int().default(0),
  cpu_units: z.int().default(0),
  active_snapshots: z.int().default(0),
  count_changes: z.int().default(0),
  ...OwnerRowLimits.shape,
  suspended_at: z.string().optional(),
  suspend_reason: z.string().optional(),
  deleting_at: z.string().optional(),
  deleted_at: z.string().optional(),
  spend: z
    .object({ month: z.string(), at: z.string(), microUsd: z.number(), days: z.record(z.string(), z.number()) })
    .optional()
    .catch(undefined),
  budget_month: z.string().optional(),
  budget_settled_at: z.string().optional(),
  spent_micro_usd: z.number().default(0),
  spent_seconds: z.number().default(0),
});

/** A damaged account starts no sandbox: it can have lost a limit. */
const readAccount = /* @__PURE__ */ rowReader('account', Row, { shown: [], damaged: { sandbox_limit: 0 } });

/** Reads a row of the owners table. */
export function accountOf(item: unknown): OwnerAccount {
  const row = readAccount(item);
  return {
    ownerId: row.owner_id,
    active: row.active_sandboxes,
    activeByLineage: numbersOf(row, ACTIVE_KEY),
    cpuUnits: row.cpu_units,
    cpuUnitsByLineage: numbersOf(row, CPU_UNITS_KEY),
    snapshots: row.active_snapshots,
    changes: row.count_changes,
    limits: limitsOfOwnerRow(row),
    isDeleted: row.deleted_at !== undefined,
    isDeleting: row.deleting_at !== undefined && row.deleted_at === undefined,
    suspension: row.suspended_at === undefined ? null : { at: row.suspended_at, reason: row.suspend_reason ?? null },
    settled: settledOf(row),
    models: { owner: modelSumsOf(row, null), lineages: modelSumsByLineage(row) },
    spend: row.spend ?? null,
  };
}

function settledOf(row: z.infer<typeof Row>): Settled | null {
  const { budget_month: month, budget_settled_at: at, spent_micro_usd: microUsd, spent_seconds: seconds } = row;
  if (month === undefined || at === undefined) return null;
  const money = numbersOf(row, SPENT_MICRO_USD);
  const time = numbersOf(row, SPENT_SECONDS);
  const lineages = [...money].map(([id, spent]) => [id, { microUsd: spent, seconds: time.get(id) ?? 0 }] as const);
  return { month, at, owner: { microUsd, seconds }, lineages: new Map(lineages) };
}

function modelSumsOf(row: Readonly<Record<string, unknown>>, lineage: string | null): ModelSums {
  const { closed, inProgress } = budgetAttributes(lineage);
  const numberIn = (name: string) => (typeof row[name] === 'number' ? row[name] : 0);
  return { closedMicroUsd: numberIn(closed), inProgress: numberIn(inProgress) };
}

function modelSumsByLineage(row: Readonly<Record<string, unknown>>): ReadonlyMap<string, ModelSums> {
  const ids = [...numbersOf(row, budgetAttributes('').inProgress).keys()];
  return new Map(ids.map((id) => [id, modelSumsOf(row, id)]));
}

function numbersOf(row: Readonly<Record<string, unknown>>, prefix: string): ReadonlyMap<string, number> {
  const found = Object.entries(row).flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'number' ? [[name.slice(prefix.length), value] as const] : [],
  );
  return new Map(found);
}

/** The payer on a sandbox's row: the API key that last started or resumed it. */
export interface Payer {
  readonly api_key_id: string | null;
  /** The lineages of this key; absent on older rows. */
  readonly lineages?: readonly Lineage[] | undefined;
}

/** The ids of the lineages that a sandbox counts for. A key without a known lineage is its own lineage. */
export function lineageIdsOf({ api_key_id: keyId, lineages }: Payer): readonly string[] {
  if (keyId === null) return [];
  return lineages === undefined ? [keyId] : lineages.map(({ id }) => id);
}

export interface OwnerAccounts {
  /** A consistent read. An owner without a row has an empty account. */
  account(ownerId: string): Promise<OwnerAccount>;
  /**
   * Replaces the usage of the month, including all that starts added before `seen` was read.
   *
   * @returns false, without a write, when a start, pause or settlement has changed the account since then
   */
  settle(seen: OwnerAccount, settled: Settled): Promise<boolean>;
}

/** Accounts whose budgets are watched. */
export interface WatchedAccounts extends OwnerAccounts {
  /** Records what an owner has cost. @returns whether the owner still exists */
  saveSpend(ownerId: string, spend: Spend): Promise<boolean>;
  /**
   * Publishes a budget event at most once.
   *
   * @param until when it cannot occur again
   * @returns whether this call published it
   */
  publishOnce(event: IntegratorEvent, until: Date): Promise<boolean>;
}
