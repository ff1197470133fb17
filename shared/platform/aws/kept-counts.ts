import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { updateOf } from './expressions.ts';
import { certain, type Part } from './transact.ts';

type Row = Readonly<Record<string, unknown>>;

/** Sort key of the row that counts the other rows of its owner. No id holds a number sign. */
export const COUNT_KEY = '#count';

/** A table with `owner_id` as its partition key, and how its rows are counted. */
export interface CountedRows<Name extends string> {
  readonly table: string;
  readonly sortKey: string;
  /** By how much one row raises each count. It depends on what never changes in a row. */
  readonly countsOf: (row: Row) => Readonly<Record<Name, number>>;
}

/** Counts that change in the transactions which add and remove rows, from an owner's first one on. */
export class KeptCounts<Name extends string> {
  readonly #documents: DynamoDBDocumentClient;
  readonly #rows: CountedRows<Name>;

  constructor(documents: DynamoDBDocumentClient, rows: CountedRows<Name>) {
    this.#documents = documents;
    this.#rows = rows;
  }

  async of(ownerId: string): Promise<Readonly<Record<Name, number>>> {
    const command = new GetCommand({ TableName: this.#rows.table, Key: this.#keyOf(ownerId), ConsistentRead: true });
    const { Item = {} } = await this.#documents.send(command);
    return this.#countsIn(Item);
  }

  #countsIn(item: Row): Record<Name, number> {
    const names = Object.keys(this.#rows.countsOf({})) as Name[];
    const counts = names.map((name) => [name, z.int().default(0).parse(item[name])] as const);
    return Object.fromEntries(counts) as Record<Name, number>;
  }

  #keyOf(ownerId: string): Record<string, string> {
    return { owner_id: ownerId, [this.#rows.sortKey]: COUNT_KEY };
  }
}

/** Part of the transaction that adds a row (`1`) or removes it (`-1`). */
export function countPart<Name extends string>(
  { table, sortKey, countsOf }: CountedRows<Name>,
  row: Row & { readonly owner_id: string },
  sign: 1 | -1,
): Part {
  const growth = Object.fromEntries(entriesOf(countsOf(row)).map(([name, count]) => [name, sign * count]));
  const Key = { owner_id: row.owner_id, [sortKey]: COUNT_KEY };
  return certain({ Update: { TableName: table, Key, ...updateOf({ add: growth }) } });
}

function entriesOf<Name extends string>(counts: Readonly<Record<Name, number>>): [Name, number][] {
  return Object.entries(counts) as [Name, number][];
}
