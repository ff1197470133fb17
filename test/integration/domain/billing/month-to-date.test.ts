import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  DynamoSettledSums,
  lateEntryPart,
  lateEntryParts,
} from '../../../../shared/domain/billing/usage/dynamo-settled-sums.ts';
import { LedgerUsageReader } from '../../../../shared/domain/billing/usage/month-to-date.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import { monthOfSums, noSums, sumsWith } from '../../../../shared/domain/billing/usage/settled-sums.ts';
import { usageItem } from '../../../../shared/domain/billing/usage/usage-row.ts';
import {
  DynamoMonthLedger,
  DynamoUsageEntries,
} from '../../../../shared/domain/sandboxes/usage/dynamo-usage-ledger.ts';
import { certain, transact } from '../../../../shared/platform/aws/transact.ts';
import { settledSumsSuite } from '../../../support/billing/usage.suite.ts';
import { aUsageRow } from '../../../support/billing/usage-data.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const service = await useServiceTables();
const { documents } = service;
const { tables } = pricesOf('us-east-1');
const november = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
const now = new Date('2026-11-21T15:00:00.000Z');

const sums = () => new DynamoSettledSums(documents, service);
const ledger = () => new DynamoMonthLedger(documents, service);
const readerOf = (most: number) =>
  new LedgerUsageReader({ ledger: ledger(), sums: sums(), tables }, { most, worthKeeping: 1 });

describe('in DynamoDB', () => {
  settledSumsSuite(() => ({
    sums: sums(),
    countLateEntry: (ownerId) => transact(documents, [lateEntryPart(service.usageSums, ownerId)]),
  }));
});

const entries = (owner_id: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const started = Date.parse('2026-11-02T00:00:00.000Z') + n * 600_000;
    const times = { started_at: new Date(started).toISOString(), ended_at: new Date(started + 90_000).toISOString() };
    return aUsageRow({ owner_id, usage_key: `s${n}#1#running#t`, api_key_id: `key-${n % 3}`, ...times });
  });

async function fill(rows: ReturnType<typeof entries>): Promise<void> {
  for (let start = 0; start < rows.length; start += 25) {
    const puts = rows.slice(start, start + 25).map((row) => ({ PutRequest: { Item: usageItem(row) } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [service.usage]: puts } }));
  }
}

const summedUp = (rows: ReturnType<typeof entries>) => monthOfSums(sumsWith(noSums, rows, november, tables));

describe('a month with more entries than one settlement can read', () => {
  it('is settled exactly by the next one, and not read again', async () => {
    const owner = anOwner();
    const rows = entries(owner, 300);
    await fill(rows);

    await expect(readerOf(200).monthToDate(owner, '2026-11', now)).rejects.toMatchObject({ code: 'usage_not_settled' });

    expect(await readerOf(200).monthToDate(owner, '2026-11', now)).toEqual(summedUp(rows));
    // No unread entry is left, so a settlement with a limit of no reads succeeds.
    expect(await readerOf(0).monthToDate(owner, '2026-11', now)).toEqual(summedUp(rows));
  });

  it('contains late entries, also those that are written while others settle it', async () => {
    const owner = anOwner();
    const rows = entries(owner, 60);
    await fill(rows.slice(0, 40));
    await readerOf(1_000).monthToDate(owner, '2026-11', now);

    const late = rows.slice(40).map(async (row) => {
      const put = certain({ Put: { TableName: service.usage, Item: usageItem(row) } });
      await transact(documents, [put, ...lateEntryParts(service.usageSums, [row], now)]);
    });
    const settlements = Array.from({ length: 5 }, () =>
      readerOf(1_000)
        .monthToDate(owner, '2026-11', now)
        .catch((error: unknown) => error),
    );
    await Promise.all([...late, ...settlements]);

    expect(await readerOf(1_000).monthToDate(owner, '2026-11', now)).toEqual(summedUp(rows));
  });

  it('contains an entry as it was repaired', async () => {
    const owner = anOwner();
    const rows = entries(owner, 10);
    await fill(rows);
    await readerOf(1_000).monthToDate(owner, '2026-11', now);
    const [first, ...others] = rows;
    if (!first) throw new Error('there is no entry');
    const repaired = { ...first, ended_at: '2026-11-03T00:00:00.000Z' };

    await new DynamoUsageEntries(documents, service).put(repaired);

    expect(await readerOf(1_000).monthToDate(owner, '2026-11', now)).toEqual(summedUp([repaired, ...others]));
  });
});
