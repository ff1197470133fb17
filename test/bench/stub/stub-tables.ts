import * as z from 'zod';
import { keyNamesOf } from '../tables.ts';

/** A row, or a key, in DynamoDB's own JSON. */
type Item = Readonly<Record<string, unknown>>;

const Item = z.record(z.string(), z.unknown());
const Keyed = z.object({ TableName: z.string(), Key: Item });
const Put = z.object({ TableName: z.string(), Item });
const Batch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Item) })) });
const Update = Keyed.extend({
  UpdateExpression: z.string(),
  ConditionExpression: z.string().optional(),
  ExpressionAttributeValues: z.record(z.string(), z.object({ N: z.string() })),
});
const Transaction = z.object({ TransactItems: z.array(z.object({ Put: Put.optional(), Update: Update.optional() })) });
const Scan = z.object({ TableName: z.string() });
const Query = z.object({
  TableName: z.string(),
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: Item,
});

/** What DynamoDB answers, with the status 400, when the condition of a write does not hold. */
export const conditionFailed = {
  __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
  message: 'The conditional request failed',
};

export type Rows = ReadonlyMap<string, Item>;

/**
 * As much of DynamoDB as a first call needs: rows are put and read, and figures updated. Conditions hold, but for those of an update that asks something of a row
 * that is not there; filters let everything through.
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
        for (const { Put, Update } of Transaction.parse(input).TransactItems) {
          if (Put) this.#put(Put);
          if (Update) this.#update(Update);
        }
        return {};
      case 'UpdateItem':
        return this.#update(Update.parse(input));
      case 'Scan':
        return listOf(this.#rowsOf(Scan.parse(input).TableName));
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

  /** Adds to figures (`ADD name :value, …`) or sets one (`SET name = :value`). */
  #update({
    TableName,
    Key,
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeValues,
  }: z.infer<typeof Update>) {
    const before = this.#find(TableName, Key);
    if (!before && ConditionExpression && !ConditionExpression.startsWith('attribute_not_exists'))
      return conditionFailed;
    const [verb = '', ...rest] = UpdateExpression.split(' ');
    const figures = rest
      .join(' ')
      .split(', ')
      .map((part) => part.split(verb === 'ADD' ? ' ' : ' = '));
    const changes = figures.map(([name = '', value = '']) => {
      const by = ExpressionAttributeValues[value]?.N;
      if (by === undefined || (verb !== 'ADD' && verb !== 'SET'))
        throw new Error(`no such update: ${UpdateExpression}`);
      const { N = '0' } = Object(before?.[name]) as { N?: string };
      return [name, { N: verb === 'ADD' ? String(Number(N) + Number(by)) : by }];
    });
    this.#put({ TableName, Item: { ...Key, ...before, ...Object.fromEntries(changes) } });
    return { Attributes: before ?? {} };
  }

  #rowsOf(table: string): readonly Item[] {
    return [...this.#rows].filter(([key]) => key.startsWith(`${table}/`)).map(([, item]) => item);
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
    return listOf(this.#rowsOf(query.TableName).filter((item) => JSON.stringify(item[attribute]) === wanted));
  }
}

function listOf(items: readonly Item[]): object {
  return { Items: items, Count: items.length, ScannedCount: items.length };
}

function rowKey(table: string, item: Item): string {
  return [table, ...keyNamesOf(table).map((name) => JSON.stringify(item[name]))].join('/');
}
