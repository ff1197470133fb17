import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { updateOf } from './expressions.ts';
import { getItem } from './get-item.ts';
import { rowReader } from './rows.ts';
import { certain, type Part } from './transact.ts';

type Row = Readonly<Record<string, unknown>>;

/** The sort key of the row with the counts of its partition. No id contains a number sign. */
export const COUNT_KEY = '#count';

/** How to count the rows of a table with the partition key `owner_id`. */
export interface CountedRows<Name extends string> {
  readonly table: string;
  readonly sortKey: string;
  /** The amount that a row adds to each count. It depends only on attributes that never change. */
  readonly countsOf: (row: Row) => Readonly<Record<Name, number>>;
}

/** Reads the counts of a partition. The transactions that add and remove rows keep them up to date. */
export async function keptCounts<Name extends string>(
  documents: DynamoDBDocumentClient,
  { table, sortKey, countsOf }: CountedRows<Name>,
  ownerId: string,
): Promise<Readonly<Record<Name, number>>> {
  const item = (await getItem(documents, table, { owner_id: ownerId, [sortKey]: COUNT_KEY })) ?? {};
  const names = Object.keys(countsOf({}));
  const schema = z.object(Object.fromEntries(names.map((name) => [name, z.int().default(0)])));
  return rowReader('counts', schema)(item) as Record<Name, number>;
}

/** The part for the counts, in the transaction that adds a row (`1`) or removes it (`-1`). */
export function countPart<Name extends string>(
  { table, sortKey, countsOf }: CountedRows<Name>,
  row: Row & { readonly owner_id: string },
  sign: 1 | -1,
): Part {
  const counts: Readonly<Record<string, number>> = countsOf(row);
  const growth = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, sign * count]));
  const Key = { owner_id: row.owner_id, [sortKey]: COUNT_KEY };
  return certain({ Update: { TableName: table, Key, ...updateOf({ add: growth }) } });
}
