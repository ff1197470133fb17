import { createHash } from 'node:crypto';
import { MICRO, microUsdOf, nothingUsed, sumOf } from './amounts.ts';
import type { PriceTable } from './prices.ts';
import { LEAST_CHARGED, type Span, slicesOf } from './slices.ts';
import type { MonthToDate, UsedSoFar } from './usage-ledger.ts';
import type { UsageRow } from './usage-row.ts';

/**
 * Stored sums of a month's ledger entries up to `settledTo`, in the order of their ends. They are a cache: the ledger
 * is the source of truth.
 */
export interface SettledSums {
  /** As `2026-11`. */
  readonly month: string;
  /** The prices and the method of counting. Sums with another value are discarded. */
  readonly pricedBy: string;
  /** The sort key of the last entry in the sums. */
  readonly settledTo: string;
  readonly sums: MonthSums;
}

export interface SumsOnRecord {
  /** How many late entries the ledger has received. */
  readonly lateEntries: number;
  /** Null when there are none, or when a late entry came after they were stored. */
  readonly settled: SettledSums | null;
}

export interface SettledSumsStore {
  /** A consistent read. */
  find(ownerId: string): Promise<SumsOnRecord>;
  /** @returns false, without a write, when a late entry or another settlement came after `seen` was read. */
  save(ownerId: string, seen: SumsOnRecord, next: SettledSums): Promise<boolean>;
}

const HOUR = 3_600_000;

/** An entry is late when it is written this long after its end. Its write is counted, which invalidates the sums. */
const LATE_AFTER = HOUR;

/**
 * Sums include entries that ended at least this long ago. The hour of difference covers clock skew, and the time from
 * when a writer reads its clock until its transaction ends; both take seconds.
 */
const SETTLED_AFTER = 2 * HOUR;

/** Whether stored sums can already cover the end of an entry that is written now. */
export function isLate({ ended_at: endedAt }: Pick<UsageRow, 'ended_at'>, now: Date): boolean {
  return now.getTime() - Date.parse(endedAt) > LATE_AFTER;
}

/** Entries that ended by then can go into sums. */
export function settledUntil(now: Date): string {
  return new Date(now.getTime() - SETTLED_AFTER).toISOString();
}

/** Changes with the prices and with the method of counting. */
export function pricedBy(tables: readonly PriceTable[]): string {
  const counted = JSON.stringify([tables, LEAST_CHARGED, String(MICRO), 'by lineage, with models']);
  return createHash('sha256').update(counted).digest('hex').slice(0, 16);
}

/** `cost` as in `Amounts`. */
export interface UsedSum {
  readonly cost: bigint;
  /** The part of the cost that calls of models have. */
  readonly modelCost: bigint;
  readonly runningMs: bigint;
}

/**
 * Exact sums by lineage, with the total under null. An interval counts in each lineage of its key. Sums of different
 * parts of the ledger can be added.
 */
export type MonthSums = ReadonlyMap<string | null, UsedSum>;

export const noSums: MonthSums = new Map();

/** Adds the parts of more intervals that lie in the span. */
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
    const { cost, modelCost, runningMs } = slices.map(({ amounts }) => amounts).reduce(sumOf, nothingUsed);
    for (const place of [null, ...row.lineages])
      next.set(place, added(next.get(place), { cost, modelCost, runningMs }));
  }
  return next;
}

/** The sums for callers; each figure is rounded once. */
export function monthOfSums(sums: MonthSums): MonthToDate {
  const byLineage = [...sums].flatMap(([id, sum]) => (id === null ? [] : [[id, used(sum)] as const]));
  return { ...used(sums.get(null)), byLineage: new Map(byLineage) };
}

const unused: UsedSum = { cost: 0n, modelCost: 0n, runningMs: 0n };

function added(one: UsedSum = unused, other: UsedSum): UsedSum {
  return {
    cost: one.cost + other.cost,
    modelCost: one.modelCost + other.modelCost,
    runningMs: one.runningMs + other.runningMs,
  };
}

function used({ cost, modelCost, runningMs }: UsedSum = unused): UsedSoFar {
  const microUsd = microUsdOf({ cost });
  const modelMicroUsd = Math.min(microUsd, microUsdOf({ cost: modelCost }));
  return { microUsd, modelMicroUsd, sandboxSeconds: Number(runningMs) / 1000 };
}
