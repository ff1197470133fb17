import { createHash } from 'node:crypto';
import { MICRO, microUsdOf, nothingUsed, sumOf } from './amounts.ts';
import type { PriceTable } from './prices.ts';
import { LEAST_CHARGED, type Span, slicesOf } from './slices.ts';
import type { MonthToDate, UsedSoFar } from './usage-ledger.ts';
import type { UsageRow } from './usage-row.ts';

/**
 * The sums of the beginning of a month: of all entries of the ledger up to one of them, in the order of their ends.
 * They only save reading these again: the ledger is what counts.
 */
export interface SettledSums {
  /** As `2026-11`. */
  readonly month: string;
  /** Which prices, and which way of counting, the sums are by. Others make them worthless. */
  readonly pricedBy: string;
  /** The sort key of the last entry that is in the sums. */
  readonly settledTo: string;
  readonly sums: MonthSums;
}

/** What is on record of an owner's sums. */
export interface SumsOnRecord {
  /** How many late entries the ledger has got so far. */
  readonly lateEntries: number;
  /** Null when there are none, or when a late entry came after they were made. */
  readonly settled: SettledSums | null;
}

export interface SettledSumsStore {
  /** A consistent read. */
  find(ownerId: string): Promise<SumsOnRecord>;
  /** @returns false, without a write, when a late entry or another settlement came after `seen` was read. */
  save(ownerId: string, seen: SumsOnRecord, next: SettledSums): Promise<boolean>;
}

const HOUR = 3_600_000;

/** An entry whose end is this long ago when it is written is late. Its write counts it, which ends the sums. */
const LATE_AFTER = HOUR;

/**
 * Sums contain entries that ended at least this long ago. The hour in between is for clocks that differ, and for the
 * time from a writer's look at its clock to the end of its transaction; both are a matter of seconds.
 */
const SETTLED_AFTER = 2 * HOUR;

/** Whether sums may contain this moment already when an entry that ended then is written. */
export function isLate({ ended_at: endedAt }: Pick<UsageRow, 'ended_at'>, now: Date): boolean {
  return now.getTime() - Date.parse(endedAt) > LATE_AFTER;
}

/** The moment up to which entries may be put into sums. */
export function settledUntil(now: Date): string {
  return new Date(now.getTime() - SETTLED_AFTER).toISOString();
}

/** Changes with the prices, and with how amounts are counted. */
export function pricedBy(tables: readonly PriceTable[]): string {
  const counted = JSON.stringify([tables, LEAST_CHARGED, String(MICRO), 'by lineage']);
  return createHash('sha256').update(counted).digest('hex').slice(0, 16);
}

/** What was used: `cost` as in `Amounts`. */
export interface UsedSum {
  readonly cost: bigint;
  readonly runningMs: bigint;
}

/**
 * Exact sums by lineage, and under null the sum of all usage: an interval is in the sum of each lineage that bounded
 * its key. Sums of parts of the ledger may be added.
 */
export type MonthSums = ReadonlyMap<string | null, UsedSum>;

export const noSums: MonthSums = new Map();

/** The sums with some more intervals, as far as they lie in the span. */
export function sumsWith(
  sums: MonthSums,
  rows: readonly UsageRow[],
  span: Span,
  tables: readonly PriceTable[],
): MonthSums {
  const next = new Map(sums);
  for (const row of rows) {
    const slices = slicesOf(row, span, tables);
    if (slices.length === 0) continue;
    const { cost, runningMs } = slices.map(({ amounts }) => amounts).reduce(sumOf, nothingUsed);
    for (const place of [null, ...row.lineages]) next.set(place, added(next.get(place), { cost, runningMs }));
  }
  return next;
}

/** The sums as readers get them; each figure is rounded once. */
export function monthOfSums(sums: MonthSums): MonthToDate {
  const byLineage = [...sums].flatMap(([id, sum]) => (id === null ? [] : [[id, used(sum)] as const]));
  return { ...used(sums.get(null)), byLineage: new Map(byLineage) };
}

function added(one: UsedSum | undefined, other: UsedSum): UsedSum {
  return { cost: (one?.cost ?? 0n) + other.cost, runningMs: (one?.runningMs ?? 0n) + other.runningMs };
}

function used({ cost, runningMs }: UsedSum = { cost: 0n, runningMs: 0n }): UsedSoFar {
  return { microUsd: microUsdOf({ cost }), sandboxSeconds: Number(runningMs) / 1000 };
}
