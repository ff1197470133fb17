import * as z from 'zod';
import { keyNamesOf } from '../tables.ts';

/** A row, or a key, in DynamoDB's own JSON. */
type Item = Readonly<Record<string, unknown>>;

const Item = z.record(z.string(), z.unknown());
const Keyed = z.object({ TableName: z.string(), Key: Item });
const Put = z.object({ TableName: z.string(), Item });
const Batch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Item) })) });
const Transaction = z.object({ TransactItems: z.array(z.object({ Put: Put.optional() })) });
const Query = z.object({
  TableName: z.string(),
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: Item,
});

export type Rows = ReadonlyMap<string, Item>;

/**
 * As much of DynamoDB as a first call needs: rows are put and read. Conditions always hold, filters let everything through, and updates, which touch only
 * counters here, change nothing.
 */
export class StubTables {
  readonly #rows: Map<string, Item>;

  constructor(rows: Rows) {
    this.#rows = new Map(rows);
  }

  get rows(): Rows {
    return this.#rows;
  }

  /** @returns undefined for an operation that is not known here. */
  answer(operation: string, input: unknown): unknown {
    switch (operation) {
      case 'GetItem': {
        const { TableName, Key } = Keyed.parse(input);
        return { Item: this.#find(TableName, Key) };
      }
      case 'BatchGetItem':
        return this.#batch(Batch.parse(input));
      case 'Query':
        return this.#query(Query.parse(input));
      case 'PutItem':
        return this.#put(Put.parse(input));
      case 'TransactWriteItems':
        for (const item of Transaction.parse(input).TransactItems) if (item.Put) this.#put(item.Put);
        return {};
      default:
        return undefined;
    }
  }

  #find(table: string, key: Item): Item | undefined {
    return this.#rows.get(rowKey(table, key));
  }

  #put({ TableName, Item }: z.infer<typeof Put>): object {
    this.#rows.set(rowKey(TableName, Item), Item);
    return {};
  }

  #batch({ RequestItems }: z.infer<typeof Batch>): object {
    const responses = Object.entries(RequestItems).map(([table, { Keys }]) => [
      table,
      Keys.map((key) => this.#find(table, key)).filter((item) => item !== undefined),
    ]);
    return { Responses: Object.fromEntries(responses), UnprocessedKeys: {} };
  }

  /** Rows whose partition key of the asked index has the asked value; whatever else the condition says is met by every row there is. */
  #query(query: z.infer<typeof Query>): object {
    const [, name = '', value = ''] = /^(#?\w+) = (:\w+)/.exec(query.KeyConditionExpression) ?? [];
    const attribute = query.ExpressionAttributeNames[name] ?? name;
    const wanted = JSON.stringify(query.ExpressionAttributeValues[value]);
    const found = [...this.#rows]
      .filter(([key, item]) => key.startsWith(`${query.TableName}/`) && JSON.stringify(item[attribute]) === wanted)
      .map(([, item]) => item);
    return { Items: found, Count: found.length, ScannedCount: found.length };
  }
}

function rowKey(table: string, item: Item): string {
  return [table, ...keyNamesOf(table).map((name) => JSON.stringify(item[name]))].join('/');
}
