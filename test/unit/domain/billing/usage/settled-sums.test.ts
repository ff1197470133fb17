import { describe, expect, it } from 'vitest';
import { pricesOf } from '../../../../../shared/domain/billing/usage/prices.ts';
import { isLate, pricedBy, settledUntil } from '../../../../../shared/domain/billing/usage/settled-sums.ts';
import { usageItem, usageRowOf } from '../../../../../shared/domain/billing/usage/usage-row.ts';
import { MemorySettledSums } from '../../../../support/billing/memory-usage.ts';
import { settledSumsSuite } from '../../../../support/billing/settled-sums.suite.ts';
import { aUsageRow } from '../../../../support/billing/usage-data.ts';

describe('in memory', () => {
  settledSumsSuite(() => {
    const sums = new MemorySettledSums();
    return { sums, countLateEntry: (ownerId) => sums.countLateEntry(ownerId) };
  });
});

describe('an entry', () => {
  const now = new Date('2026-11-21T15:00:00.000Z');

  it('that ends in the time that sums may contain is late long before', () => {
    const newest = settledUntil(now);
    const minutesEarlier = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

    expect(isLate({ ended_at: newest }, now)).toBe(true);
    // Its writer may have looked at its clock almost an hour before this settlement.
    expect(isLate({ ended_at: newest }, minutesEarlier(59))).toBe(true);
    expect(isLate({ ended_at: '2026-11-21T14:01:00.000Z' }, now)).toBe(false);
  });
});

it('sums by other prices are told apart', () => {
  const { tables } = pricesOf('us-east-1');
  const [first] = tables;
  if (!first) throw new Error('there is no table');

  expect(pricedBy([first, { ...first, effectiveFrom: '2026-12-01T00:00:00.000Z' }])).not.toBe(pricedBy(tables));
  expect(pricedBy([...tables])).toBe(pricedBy(tables));
});

describe('a row of the ledger', () => {
  it.each([
    ['key-1', 'key-1', ['key-1']],
    ['key-2 key-1', 'key-2', ['key-1']],
    ['key-3 key-2 key-1', 'key-3', ['key-2', 'key-1']],
    [null, null, []],
  ])('has %s for its key and lineages, and is read back', (text, api_key_id, lineages) => {
    const row = aUsageRow({ api_key_id, lineages });

    const { ended_sort: _, ...item } = usageItem(row);

    expect(item.api_key_id).toBe(text);
    expect(item).not.toHaveProperty('lineages');
    expect(usageRowOf(item)).toEqual(row);
  });
});
