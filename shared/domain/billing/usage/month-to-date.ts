import { AppError, retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import type { PriceTable } from './prices.ts';
import {
  type MonthSums,
  monthOfSums,
  noSums,
  pricedBy,
  type SettledSums,
  type SettledSumsStore,
  type SumsOnRecord,
  settledUntil,
  sumsWith,
} from './settled-sums.ts';
import type { Span } from './slices.ts';
import {
  ledgerLimits,
  type MonthToDate,
  TooMuchUsageError,
  type UsageLedger,
  type UsageReader,
} from './usage-ledger.ts';
import { endedSort, type UsageRow } from './usage-row.ts';

export interface LedgerUsageReaderDeps {
  readonly ledger: Pick<UsageLedger, 'open' | 'ended'>;
  readonly sums: SettledSumsStore;
  readonly tables: readonly PriceTable[];
}

interface Bounds {
  /** How many entries one call can read. Sums of what it has read are stored, so that the next call continues there. */
  readonly most: number;
  /** Sums are stored when they save reading at least this many entries. */
  readonly worthKeeping: number;
}

const defaultBounds: Bounds = { most: ledgerLimits.rows, worthKeeping: 250 };

/** Late entries are rare: several during one read of the ledger are unlikely. */
const TRIES = 4;

/** The progress of one read of a ledger. */
interface Reading {
  /** `all`: of all entries read. `settled`: of those old enough to be stored as sums. */
  all: MonthSums;
  settled: MonthSums;
  /** The sort key of the last entry in `settled`. */
  settledTo: string;
  read: number;
  kept: number;
}

/** Prices a month of the ledger. API calls are excluded: budgets apply to sandboxes only. */
export class LedgerUsageReader implements UsageReader {
  readonly #deps: LedgerUsageReaderDeps;
  readonly #bounds: Bounds;

  constructor(deps: LedgerUsageReaderDeps, bounds: Partial<Bounds> = {}) {
    this.#deps = deps;
    this.#bounds = { ...defaultBounds, ...bounds };
  }

  /** @throws AppError `usage_not_settled` when one call cannot read everything; each further call continues */
  async monthToDate(ownerId: string, month: string, now: Date): Promise<MonthToDate> {
    try {
      return await retryLostRaces(() => this.#read(ownerId, month, now), { tries: TRIES });
    } catch (error) {
      throw error instanceof TooMuchUsageError ? notSettled(error) : error;
    }
  }

  /** Reads the stored sums first and compares them last: a late entry in between could be missing from both reads. */
  async #read(ownerId: string, month: string, now: Date): Promise<MonthToDate> {
    const { ledger, sums, tables } = this.#deps;
    const span = spanOfMonth(month);
    const seen = await sums.find(ownerId);
    const begin = this.#usable(seen.settled, month);
    const open = new Map((await ledger.open(ownerId, now)).map((row) => [row.usage_key, row]));
    const reading = { all: begin.sums, settled: begin.sums, settledTo: begin.settledTo, read: 0, kept: 0 };
    const isWhole = await this.#readEnded(ownerId, span, now, open, reading);
    await this.#keep(ownerId, month, seen, reading, isWhole);
    if (!isWhole) throw new TooMuchUsageError(`more than ${this.#bounds.most} entries`);
    const { lateEntries } = await sums.find(ownerId);
    if (lateEntries !== seen.lateEntries) throw new VersionConflictError('the usage of', ownerId);
    return monthOfSums(sumsWith(reading.all, [...open.values()], span, tables));
  }

  /** Adds up ended intervals and removes them from `open`. @returns whether all of them were read */
  async #readEnded(ownerId: string, span: Span, now: Date, open: Map<string, UsageRow>, reading: Reading) {
    const { ledger, tables } = this.#deps;
    const until = settledUntil(now);
    for await (const page of ledger.ended(ownerId, reading.settledTo || span.from, span.to)) {
      for (const { usage_key: key } of page) open.delete(key);
      const old = page.filter(({ ended_at: endedAt }) => endedAt <= until);
      const last = old.at(-1);
      reading.all = sumsWith(reading.all, page, span, tables);
      reading.settled = sumsWith(reading.settled, old, span, tables);
      reading.settledTo = last ? endedSort(last) : reading.settledTo;
      reading.read += page.length;
      reading.kept += old.length;
      if (reading.read > this.#bounds.most) return false;
    }
    return true;
  }

  async #keep(ownerId: string, month: string, seen: SumsOnRecord, reading: Reading, isWhole: boolean): Promise<void> {
    if (reading.kept < (isWhole ? this.#bounds.worthKeeping : 1)) return;
    const { settled, settledTo } = reading;
    if (settled.size > ledgerLimits.lineagesInSums) return;
    // If another settlement was first, its sums are just as good.
    await this.#deps.sums.save(ownerId, seen, { month, settledTo, pricedBy: this.#pricedBy(), sums: settled });
  }

  #usable(settled: SettledSums | null, month: string): Pick<SettledSums, 'sums' | 'settledTo'> {
    const isUsable = settled?.month === month && settled.pricedBy === this.#pricedBy();
    return settled && isUsable ? settled : { sums: noSums, settledTo: '' };
  }

  #pricedBy(): string {
    return pricedBy(this.#deps.tables);
  }
}

function notSettled(cause: TooMuchUsageError): AppError {
  const detail = 'This month has more usage than one request can add up. Part of it is done: send the request again.';
  return new AppError('usage_not_settled', detail, { cause, extensions: { retry_after_seconds: 1 } });
}

function spanOfMonth(month: string) {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  return { from: from.toISOString(), to: to.toISOString() };
}
