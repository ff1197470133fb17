import * as z from 'zod';
import { type Limits, limitsOfOwnerRow, OwnerRowLimits } from '../../../contract/shapes/limits.ts';
import type { Lineage } from '../../../contract/shapes/lineages.ts';
import type { IntegratorEvent } from '../../accounts/outbox/outbox.ts';

/** The usage of a month, in whole units, as sums of money have to be exact. */
export interface Spent {
  /** In millionths of a US dollar. */
  readonly microUsd: number;
  readonly seconds: number;
}

/** The used part of a month's budgets: the ledger's sum when last read, and the reservations since then. */
export interface Settled {
  /** As `2026-11`. */
  readonly month: string;
  /** When the ledger was read. */
  readonly at: string;
  readonly owner: Spent;
  /** By lineage, for those that have budgets of their own. */
  readonly lineages: ReadonlyMap<string, Spent>;
}

/** An owner's account: limits, how many sandboxes count towards them, and the usage of the month. */
export interface OwnerAccount {
  readonly ownerId: string;
  /** How many sandboxes start, run or resume. */
  readonly active: number;
  /** How many of these by lineage of the API key that started or resumed them, each in all that bound the key. */
  readonly activeByLineage: ReadonlyMap<string, number>;
  /** Rises with each change of these counts, so that a writer with an earlier read fails. */
  readonly changes: number;
  readonly limits: Limits;
  /** Null as long as nothing was asked of any budget. */
  readonly settled: Settled | null;
}

/** Attributes for each lineage have its id, the one of its first key, behind these. */
export const ACTIVE_KEY = 'active_key_';
export const SPENT_MICRO_USD = 'spent_micro_usd_key_';
export const SPENT_SECONDS = 'spent_seconds_key_';

/** The row of an owner, as far as starts need it. An owner may be on record for other reasons than sandboxes. */
const Row = z.looseObject({
  owner_id: z.string(),
  active_sandboxes: z.int().default(0),
  count_changes: z.int().default(0),
  ...OwnerRowLimits.shape,
  budget_month: z.string().optional(),
  budget_settled_at: z.string().optional(),
  spent_micro_usd: z.number().default(0),
  spent_seconds: z.number().default(0),
});

/** Reads a row of the table of owners. */
export function accountOf(item: unknown): OwnerAccount {
  const row = Row.parse(item);
  return {
    ownerId: row.owner_id,
    active: row.active_sandboxes,
    activeByLineage: numbersOf(row, ACTIVE_KEY),
    changes: row.count_changes,
    limits: limitsOfOwnerRow(row),
    settled: settledOf(row),
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

function numbersOf(row: Readonly<Record<string, unknown>>, prefix: string): ReadonlyMap<string, number> {
  const found = Object.entries(row).flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'number' ? [[name.slice(prefix.length), value] as const] : [],
  );
  return new Map(found);
}

/** Who pays for a sandbox, as on its row: the API key that started or resumed it last. */
export interface Payer {
  readonly api_key_id: string | null;
  /** The lineages that bound this key; absent on rows from before there were any. */
  readonly lineages?: readonly Lineage[] | undefined;
}

/** The ids of the lineages that a sandbox counts for. A key without a known lineage is one of its own. */
export function lineageIdsOf({ api_key_id: keyId, lineages }: Payer): readonly string[] {
  if (keyId === null) return [];
  return lineages === undefined ? [keyId] : lineages.map(({ id }) => id);
}

/** The accounts of owners, one by one. */
export interface OwnerAccounts {
  /** A consistent read. An owner without a row has an empty account. */
  account(ownerId: string): Promise<OwnerAccount>;
  /**
   * Writes the usage of the month, in place of all that starts added to it before `seen` was read.
   *
   * @returns false, without a write, when a start, pause or settlement changed the account since then.
   */
  settle(seen: OwnerAccount, settled: Settled): Promise<boolean>;
}

/** Accounts whose budgets are watched. */
export interface WatchedAccounts extends OwnerAccounts {
  /**
   * Publishes an event of a budget, once in a month.
   *
   * @param month as `2026-11`
   * @returns whether it was published now.
   */
  publishOnce(event: IntegratorEvent, month: string): Promise<boolean>;
}
