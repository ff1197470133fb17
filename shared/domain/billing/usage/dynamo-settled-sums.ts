import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { all, is, unchanged, updateOf } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import { isLate, type MonthSums, type SettledSums, type SettledSumsStore, type SumsOnRecord } from './settled-sums.ts';
import type { UsageRow } from './usage-row.ts';

const whole = z.string().regex(/^\d+$/).transform(BigInt);

const Row = z.looseObject({
  late_entries: z.int().default(0),
  /** The count of late entries when the sums were written. */
  late_entries_seen: z.int().default(0),
  month: z.string().optional(),
  priced_by: z.string().optional(),
  settled_to: z.string().optional(),
  by_key: z
    .array(z.object({ key_id: z.string().nullable(), cost: whole, model_cost: whole, running_ms: whole }))
    .default([]),
});

export class DynamoSettledSums extends TableStore<Tables<'usageSums'>> implements SettledSumsStore {
  async find(ownerId: string): Promise<SumsOnRecord> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.usageSums, Key: { owner_id: ownerId }, ConsistentRead: true }),
    );
    const row = Row.parse(Item ?? {});
    return { lateEntries: row.late_entries, settled: settledOf(row) };
  }

  async save(ownerId: string, { lateEntries, settled }: SumsOnRecord, next: SettledSums): Promise<boolean> {
    const command = new UpdateCommand({
      TableName: this.tables.usageSums,
      Key: { owner_id: ownerId },
      ...updateOf({
        set: {
          month: next.month,
          priced_by: next.pricedBy,
          settled_to: next.settledTo,
          late_entries_seen: lateEntries,
          by_key: itemsOf(next.sums),
        },
        when: all(
          unchanged('late_entries', lateEntries),
          // Sums that a late entry invalidated stay in the row, and any settlement can replace them.
          ...(settled === null ? [] : [is('settled_to', '=', settled.settledTo)]),
        ),
      }),
    });
    try {
      return (await ifConditionHolds(this.documents.send(command))) !== undefined;
    } catch (error) {
      if (error instanceof TransactionConflictException) return false;
      throw error;
    }
  }
}

function settledOf(row: z.infer<typeof Row>): SettledSums | null {
  const { month, priced_by: pricedBy, settled_to: settledTo } = row;
  if (month === undefined || pricedBy === undefined || settledTo === undefined) return null;
  if (row.late_entries !== row.late_entries_seen) return null;
  const sums = row.by_key.map(
    ({ key_id: id, cost, model_cost: modelCost, running_ms: runningMs }) =>
      [id, { cost, modelCost, runningMs }] as const,
  );
  return { month, pricedBy, settledTo, sums: new Map(sums) };
}

function itemsOf(sums: MonthSums) {
  return [...sums].map(([id, { cost, modelCost, runningMs }]) => ({
    key_id: id,
    cost: String(cost),
    model_cost: String(modelCost),
    running_ms: String(runningMs),
  }));
}

/** The transaction parts that count late entries, one for each owner; none when no row is late. */
export function lateEntryParts(table: Table<'usageSums'>, rows: readonly UsageRow[], now: Date): readonly Part[] {
  const owners = new Set(rows.filter((row) => isLate(row, now)).map(({ owner_id: ownerId }) => ownerId));
  return [...owners].map((ownerId) => lateEntryPart(table, ownerId));
}

/** The transaction part of a write that can change what sums already include. */
export function lateEntryPart(table: Table<'usageSums'>, ownerId: string): Part {
  const update = updateOf({ add: { late_entries: 1 } });
  return certain({ Update: { TableName: table, Key: { owner_id: ownerId }, ...update } });
}
