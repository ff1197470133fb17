import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds } from './conditional-write.ts';
import { unchanged, updateOf } from './expressions.ts';
import { queryPages } from './pages.ts';
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
  /** The attributes that `countsOf` reads. */
  readonly attributes: readonly string[];
}

const CountRow = z.looseObject({
  /** Rises with each row that is added or removed. */
  count_changes: z.int().default(0),
  /** Whether the counts began from all rows: rows from before they were kept are in no count. */
  is_whole: z.boolean().default(false),
});

/** Counts that change in the transactions which add and remove rows, so that reading one looks at no row. */
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
    const { is_whole: isWhole, count_changes: changes } = CountRow.parse(Item);
    return isWhole ? this.#countsIn(Item) : this.#countAnew(ownerId, changes);
  }

  /** Reads all rows, once for each owner. What was counted is kept unless a row came or went meanwhile. */
  async #countAnew(ownerId: string, changes: number): Promise<Readonly<Record<Name, number>>> {
    const { table, sortKey, countsOf, attributes } = this.#rows;
    const counts = this.#countsIn({});
    let rows = 0;
    const pages = queryPages(this.#documents, {
      TableName: table,
      KeyConditionExpression: 'owner_id = :owner',
      ProjectionExpression: [sortKey, ...attributes].join(', '),
      ExpressionAttributeValues: { ':owner': ownerId },
      ConsistentRead: true,
    });
    for await (const page of pages) {
      for (const row of page.filter((one) => one[sortKey] !== COUNT_KEY)) {
        rows += 1;
        for (const [name, count] of entriesOf(countsOf(row))) counts[name] += count;
      }
    }
    // Strangers to the service have no row: a count of nothing would be their first.
    if (rows > 0) await this.#keep(ownerId, counts, changes);
    return counts;
  }

  async #keep(ownerId: string, counts: Readonly<Record<Name, number>>, changes: number): Promise<void> {
    const command = new UpdateCommand({
      TableName: this.#rows.table,
      Key: this.#keyOf(ownerId),
      ...updateOf({ set: { ...counts, is_whole: true }, when: unchanged('count_changes', changes) }),
    });
    // Where it does not hold, the next call counts anew.
    await ifConditionHolds(this.#documents.send(command));
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
  return certain({ Update: { TableName: table, Key, ...updateOf({ add: { ...growth, count_changes: 1 } }) } });
}

function entriesOf<Name extends string>(counts: Readonly<Record<Name, number>>): [Name, number][] {
  return Object.entries(counts) as [Name, number][];
}
