import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LedgerUsageReader } from '../../../../../shared/domain/billing/usage/month-to-date.ts';
import { pricesOf } from '../../../../../shared/domain/billing/usage/prices.ts';
import { isLate, monthOfSums, noSums, sumsWith } from '../../../../../shared/domain/billing/usage/settled-sums.ts';
import type { UsageLedger } from '../../../../../shared/domain/billing/usage/usage-ledger.ts';
import { endedSort, type UsageRow } from '../../../../../shared/domain/billing/usage/usage-row.ts';
import { MemorySettledSums } from '../../../../support/billing/memory-usage.ts';
import { aPause, aUsageRow } from '../../../../support/billing/usage-data.ts';

const { tables } = pricesOf('us-east-1');
const MINUTE = 60_000;
/** How often a reader restarts after a late entry. */
const TRIES = 4;
const begin = Date.parse('2026-10-31T20:00:00.000Z');
const november = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };

/** A ledger with small pages and writers between two pages. */
class Ledger implements Pick<UsageLedger, 'open' | 'ended'> {
  readonly sums = new MemorySettledSums();
  readonly #rows = new Map<string, UsageRow>();
  readonly #running = new Map<string, UsageRow>();
  readonly #atPage: (() => Promise<void>)[] = [];
  reads = 0;

  async write(row: UsageRow, now: Date): Promise<void> {
    this.#running.delete(row.usage_key);
    this.#rows.set(row.usage_key, row);
    if (isLate(row, now)) await this.sums.countLateEntry(row.owner_id);
  }

  async repair(row: UsageRow): Promise<void> {
    this.#rows.set(row.usage_key, row);
    await this.sums.countLateEntry(row.owner_id);
  }

  start(row: UsageRow): void {
    this.#running.set(row.usage_key, row);
  }

  betweenPages(write: () => Promise<void>): void {
    this.#atPage.push(write);
  }

  /** The number of writers between the pages of the next reads. */
  get waiting(): number {
    return this.#atPage.length;
  }

  get rows(): readonly UsageRow[] {
    return [...this.#rows.values()];
  }

  async open(_ownerId: string, now: Date): Promise<readonly UsageRow[]> {
    const until = now.toISOString();
    return [...this.#running.values()]
      .map((row) => ({ ...row, ended_at: until }))
      .filter(({ started_at, ended_at }) => started_at < ended_at);
  }

  async *ended(_ownerId: string, after: string, startedBefore: string): AsyncIterable<readonly UsageRow[]> {
    const PAGE = 3;
    for (let last = after; ; ) {
      const later = this.rows.filter((row) => endedSort(row) > last);
      const page = later.toSorted((one, other) => (endedSort(one) < endedSort(other) ? -1 : 1)).slice(0, PAGE);
      const end = page.at(-1);
      if (end === undefined) return;
      last = endedSort(end);
      this.reads += page.length;
      await this.#atPage.shift()?.();
      yield page.filter(({ started_at: startedAt }) => startedAt < startedBefore);
    }
  }
}

/** The expected sum of all ended and open intervals. */
async function summedUp(ledger: Ledger, now: Date) {
  const open = await ledger.open('ann', now);
  return monthOfSums(sumsWith(noSums, [...ledger.rows, ...open], november, tables));
}

const readerOf = (ledger: Ledger, most: number) =>
  new LedgerUsageReader({ ledger, sums: ledger.sums, tables }, { most, worthKeeping: 1 });

const isNotSettled = { code: 'usage_not_settled', extensions: { retry_after_seconds: 1 } };

const step = fc.record({
  kind: fc.constantFrom('run', 'pause', 'start', 'end', 'late', 'repair', 'settle', 'overtaken'),
  minutes: fc.integer({ min: 0, max: 400 }),
  lasted: fc.integer({ min: 0, max: 3_000 }),
  key: fc.constantFrom('key-1', 'key-2', null),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(
  { kind, minutes, lasted, key }: Step,
  index: number,
  ledger: Ledger,
  clock: () => Date,
): Promise<void> {
  const now = clock();
  const ended_at = new Date(now.getTime() - (kind === 'late' || kind === 'overtaken' ? minutes * MINUTE : 1_000));
  const started_at = new Date(ended_at.getTime() - lasted * 1_000 * 7).toISOString();
  // The first key created the second.
  const lineages = key === null ? [] : [...new Set([key, 'key-1'])];
  const times = { started_at, ended_at: ended_at.toISOString(), usage_key: `s#${index}`, api_key_id: key, lineages };
  const [some] = ledger.rows;
  switch (kind) {
    case 'pause':
      return ledger.write(aPause(times), now);
    case 'start':
      return ledger.start(aUsageRow(times));
    case 'end': {
      const [running] = await ledger.open('ann', now);
      return running && ledger.write(running, now);
    }
    case 'repair':
      return some && ledger.repair({ ...some, gigabytes: some.gigabytes + 1 });
    case 'settle':
      return;
    case 'overtaken':
      // One more would use up all tries of a reader, which another test covers.
      if (ledger.waiting === TRIES - 1) return;
      return ledger.betweenPages(() => ledger.write(aUsageRow(times), clock()));
    default:
      return ledger.write(aUsageRow(times), now);
  }
}

describe('usage of a month', () => {
  it('equals the sum of the ledger, for any earlier settlements and concurrent writers', async () => {
    const history = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const ledger = new Ledger();
      let now = new Date(begin);
      for (const [index, one] of steps.entries()) {
        now = new Date(now.getTime() + one.minutes * MINUTE);
        await take(one, index, ledger, () => now);
        if (one.kind !== 'settle') continue;
        const month = await readerOf(ledger, 1_000).monthToDate('ann', '2026-11', now);
        expect(month).toEqual(await summedUp(ledger, now));
      }
    });
    await fc.assert(history, { numRuns: 300 });
  });

  it('is a conflict when late entries overtake every try of a reader, and succeeds at the next call', async () => {
    const ledger = new Ledger();
    const now = new Date('2026-11-21T12:00:00.000Z');
    const started_at = '2026-11-20T11:00:00.000Z';
    const endsAt = (hour: number) => ({
      usage_key: `s#${hour}`,
      started_at,
      ended_at: `2026-11-20T${hour}:00:00.000Z`,
    });
    await ledger.write(aUsageRow(endsAt(20)), new Date(endsAt(20).ended_at));
    // Each ends before the page that the reader has just read, so the reader does not reach it.
    for (let n = 1; n <= TRIES; n += 1) ledger.betweenPages(() => ledger.write(aUsageRow(endsAt(20 - n)), now));
    const reader = readerOf(ledger, 1_000);

    await expect(reader.monthToDate('ann', '2026-11', now)).rejects.toMatchObject({ code: 'conflict' });

    expect(ledger.waiting).toBe(0);
    expect(await reader.monthToDate('ann', '2026-11', now)).toEqual(await summedUp(ledger, now));
  });

  it('is added up over several calls when it exceeds the reads of one call', async () => {
    const ledger = new Ledger();
    const now = new Date('2026-11-21T12:00:00.000Z');
    for (let n = 0; n < 100; n += 1) {
      const ended_at = new Date(Date.parse('2026-11-02T00:00:00.000Z') + n * 3 * 3_600_000).toISOString();
      const started_at = new Date(Date.parse(ended_at) - 40_000).toISOString();
      await ledger.write(aUsageRow({ usage_key: `s#${n}`, started_at, ended_at }), new Date(ended_at));
    }
    const reader = readerOf(ledger, 30);

    for (let call = 0; call < 3; call += 1)
      await expect(reader.monthToDate('ann', '2026-11', now)).rejects.toMatchObject(isNotSettled);

    expect(await reader.monthToDate('ann', '2026-11', now)).toEqual(await summedUp(ledger, now));
    expect(ledger.reads).toBe(100);
    expect(await reader.monthToDate('ann', '2026-11', now)).toEqual(await summedUp(ledger, now));
    expect(ledger.reads).toBe(100);
  });

  it('is a named error when even the recent intervals are too many', async () => {
    const ledger = new Ledger();
    const now = new Date('2026-11-21T12:00:00.000Z');
    for (let n = 0; n < 10; n += 1)
      await ledger.write(aUsageRow({ usage_key: `s#${n}`, ended_at: '2026-11-21T11:59:00.000Z' }), now);

    await expect(readerOf(ledger, 5).monthToDate('ann', '2026-11', now)).rejects.toMatchObject(isNotSettled);
  });

  it('is recomputed after a price change and for another month', async () => {
    const ledger = new Ledger();
    const now = new Date('2026-11-21T12:00:00.000Z');
    await ledger.write(
      aUsageRow({ ended_at: '2026-11-20T12:00:00.000Z', started_at: '2026-11-20T11:00:00.000Z' }),
      now,
    );
    const first = await readerOf(ledger, 100).monthToDate('ann', '2026-11', now);
    const dearer = tables.map((table) => ({ ...table, prices: { ...table.prices, publicIpv4Hour: 1_000_000_000 } }));

    const reader = new LedgerUsageReader({ ledger, sums: ledger.sums, tables: dearer }, { worthKeeping: 1 });

    expect((await reader.monthToDate('ann', '2026-11', now)).microUsd).toBe(first.microUsd + 995_000);
    expect((await reader.monthToDate('ann', '2026-10', now)).microUsd).toBe(0);
  });
});
