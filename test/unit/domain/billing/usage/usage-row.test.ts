import { describe, expect, it } from 'vitest';
import { usageItem, usageRowOf } from '../../../../../shared/domain/billing/usage/usage-row.ts';
import { aUsageRow } from '../../../../support/billing/usage-data.ts';

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
