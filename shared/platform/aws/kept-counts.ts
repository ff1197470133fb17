import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { updateOf } from './expressions.ts';
import { getItem } from './get-item.ts';
import { rowReader } from './rows.ts';
import { certain, type Part } from './transact.ts';

type Row = Readonly<Record<string, unknown>>;

type OwnedRow = Row & { readonly owner_id: string };

/** The sort key of the row with the counts of its partition. No id contains a number sign. */
export const COUNT_KEY = '#count';

/** How to count the rows of a table with the partition key `owner_id`. */
export interface CountedRows<Name extends string> {
  readonly table: string;
  readonly sortKey: string;
  /** The sort key of the row with the counts. By default that of the counts of the partition. */
  readonly key?: string;
  /** The amount that a row adds to each count. Who changes an attribute that it depends on changes the counts. */
  readonly countsOf: (row: Row) => Readonly<Record<Name, number>>;
}

/** Reads the counts of a partition. The transactions that add and remove rows keep them up to date. */
export async function keptCounts<Name extends string>(
  documents: DynamoDBDocumentClient,
  { table, sortKey, key = COUNT_KEY, countsOf }: CountedRows<Name>,
  ownerId: string,
): Promise<Readonly<Record<Name, number>>> {
  const item = (await getItem(documents, table, { owner_id: ownerId, [sortKey]: key })) ?? {};
  const names = Object.keys(countsOf({}));
  const schema = z.object(Object.fromEntries(names.map((name) => [name, z.int().default(0)])));
  return rowReader('counts', schema)(item) as Record<Name, number>;
}

/** The part for the counts, in the transaction that adds a row (`1`) or removes it (`-1`). */
export function countPart<Name extends string>(counted: CountedRows<Name>, row: OwnedRow, sign: 1 | -1): Part {
  const counts = Object.entries<number>(counted.countsOf(row));
  return growthPart(
    counted,
    row.owner_id,
    counts.map(([name, count]) => [name, sign * count]),
  );
}

/** The parts for the counts that the change of a row moves. */
export function recountParts<Name extends string>(
  counted: CountedRows<Name>,
  before: OwnedRow,
  after: OwnedRow,
): readonly Part[] {
  const old: Readonly<Record<string, number>> = counted.countsOf(before);
  const growth = Object.entries<number>(counted.countsOf(after)).map(
    ([name, count]) => [name, count - (old[name] ?? 0)] as const,
  );
  const moved = growth.filter(([, difference]) => difference !== 0);
  return moved.length === 0 ? [] : [growthPart(counted, before.owner_id, moved)];
}

function growthPart<Name extends string>(
  { table, sortKey, key = COUNT_KEY }: CountedRows<Name>,
  ownerId: string,
  growth: readonly (readonly [name: string, difference: number])[],
): Part {
  const Key = { owner_id: ownerId, [sortKey]: key };
  return certain({ Update: { TableName: table, Key, ...updateOf({ add: Object.fromEntries(growth) }) } });
}
