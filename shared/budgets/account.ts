import * as z from 'zod';

/** What may be used at most in a month; null where there is no bound. Money is counted in millionths of a US dollar, as sums of it have to be exact. */
export interface MonthlyLimits {
  readonly microUsd: number | null;
  readonly seconds: number | null;
}

/** The limits that an owner has of their own. */
export interface OwnerLimits extends MonthlyLimits {
  /** At once; null for the limit of the stage. */
  readonly sandboxes: number | null;
  /** The monthly limits in the very numbers that are stored, which a condition can compare. */
  readonly stored: { readonly usd: number | null; readonly hours: number | null };
}

export interface Spent {
  readonly microUsd: number;
  readonly seconds: number;
}

/**
 * What is used of a month's budgets: what the ledger of usage had when it was read last, and what starts set aside that the ledger has not seen yet. Each start adds
 * its share in the transaction that starts it.
 */
export interface Settled {
  /** As `2026-11`. */
  readonly month: string;
  /** When the ledger was read. */
  readonly at: string;
  readonly owner: Spent;
  /** By the id of the API key, for keys that have budgets of their own. */
  readonly keys: ReadonlyMap<string, Spent>;
}

/** What is on record of an owner: limits, how many sandboxes count towards them, and what is used of the month. */
export interface OwnerAccount {
  readonly ownerId: string;
  /** How many sandboxes start, run or resume. */
  readonly active: number;
  /** How many of these by the id of the API key that started or resumed them. */
  readonly activeByKey: ReadonlyMap<string, number>;
  /** Rises with each change of these counts: what was read before one is not true any more. */
  readonly changes: number;
  readonly limits: OwnerLimits;
  /** Null as long as nothing was asked of any budget. */
  readonly settled: Settled | null;
}

export const noLimits: OwnerLimits = {
  ...{ sandboxes: null, microUsd: null, seconds: null },
  stored: { usd: null, hours: null },
};

/** Attributes for each key have its id behind these. */
export const ACTIVE_KEY = 'active_key_';
export const SPENT_MICRO_USD = 'spent_micro_usd_key_';
export const SPENT_SECONDS = 'spent_seconds_key_';

/** An owner may be on record for other reasons than sandboxes, and `count_changes` is younger than `active_sandboxes`. */
const Row = z.looseObject({
  owner_id: z.string(),
  active_sandboxes: z.int().default(0),
  count_changes: z.int().default(0),
  /** Set by administrators, in the units that they think in. */
  sandbox_limit: z.int().nullish(),
  monthly_budget_usd: z.number().nullish(),
  monthly_sandbox_hours: z.number().nullish(),
  budget_month: z.string().optional(),
  budget_settled_at: z.string().optional(),
  spent_micro_usd: z.number().default(0),
  spent_seconds: z.number().default(0),
});

/** Reads a row of the table of owners. */
export function accountOf(item: unknown): OwnerAccount {
  const row = Row.parse(item);
  const { sandbox_limit: sandboxes = null, monthly_budget_usd: usd = null, monthly_sandbox_hours: hours = null } = row;
  return {
    ownerId: row.owner_id,
    active: row.active_sandboxes,
    activeByKey: numbersOf(row, ACTIVE_KEY),
    changes: row.count_changes,
    limits: { sandboxes, ...monthlyLimits(row), stored: { usd, hours } },
    settled: settledOf(row),
  };
}

/** Limits as administrators set them, in whole units. */
export function monthlyLimits(limits: {
  readonly monthly_budget_usd?: number | null | undefined;
  readonly monthly_sandbox_hours?: number | null | undefined;
}): MonthlyLimits {
  const { monthly_budget_usd: usd, monthly_sandbox_hours: hours } = limits;
  return {
    microUsd: usd === null || usd === undefined ? null : Math.round(usd * 1_000_000),
    seconds: hours === null || hours === undefined ? null : Math.round(hours * 3600),
  };
}

export function hasBudget({ microUsd, seconds }: MonthlyLimits): boolean {
  return microUsd !== null || seconds !== null;
}

function settledOf(row: z.infer<typeof Row>): Settled | null {
  const { budget_month: month, budget_settled_at: at, spent_micro_usd: microUsd, spent_seconds: seconds } = row;
  if (month === undefined || at === undefined) return null;
  const money = numbersOf(row, SPENT_MICRO_USD);
  const time = numbersOf(row, SPENT_SECONDS);
  const keys = [...money].map(([id, spent]) => [id, { microUsd: spent, seconds: time.get(id) ?? 0 }] as const);
  return { month, at, owner: { microUsd, seconds }, keys: new Map(keys) };
}

function numbersOf(row: Readonly<Record<string, unknown>>, prefix: string): ReadonlyMap<string, number> {
  const found = Object.entries(row).flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'number' ? [[name.slice(prefix.length), value] as const] : [],
  );
  return new Map(found);
}
