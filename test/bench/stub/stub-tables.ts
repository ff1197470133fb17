import * as z from 'zod';
import { keyNamesOf } from '../tables.ts';

type Item = Readonly<Record<string, unknown>>;

const Item = z.record(z.string(), z.unknown());
const Keyed = z.object({ TableName: z.string(), Key: Item });
const Put = z.object({ TableName: z.string(), Item });
const Batch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Item) })) });
const Update = Keyed.extend({
  UpdateExpression: z.string(),
  ConditionExpression: z.string().optional(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: Item,
});
const Transaction = z.object({ TransactItems: z.array(z.object({ Put: Put.optional(), Update: Update.optional() })) });
const Scan = z.object({ TableName: z.string() });
const Query = z.object({
  TableName: z.string(),
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: Item,
});

export const conditionFailed = {
  __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
  message: 'The conditional request failed',
};

export type Rows = ReadonlyMap<string, Item>;

/** As much of DynamoDB as a first call needs. Filters let everything pass, and so do conditions of missing rows. */
export class StubTables {
  readonly #rows: Map<string, Item>;

  constructor(rows: Rows) {
    this.#rows = new Map(rows);
  }

  get rows(): Rows {
    return this.#rows;
  }

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

  #update(update: z.infer<typeof Update>): object {
    const { TableName, Key, ConditionExpression } = update;
    const before = this.#find(TableName, Key);
    if (!before && ConditionExpression && !ConditionExpression.startsWith('attribute_not_exists'))
      return conditionFailed;
    const after = updated({ ...Key, ...before }, update);
    this.#put({ TableName, Item: after });
    return { Attributes: after };
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

  /** The rows with the requested partition key; every row satisfies the rest of the condition. */
  #query(query: z.infer<typeof Query>): object {
    const [, name = '', value = ''] = /^(#?\w+) = (:\w+)/.exec(query.KeyConditionExpression) ?? [];
    const attribute = query.ExpressionAttributeNames[name] ?? name;
    const wanted = JSON.stringify(query.ExpressionAttributeValues[value]);
    return listOf(this.#rowsOf(query.TableName).filter((item) => JSON.stringify(item[attribute]) === wanted));
  }
}

/** `SET name = :value`, `SET name = if_not_exists(name, :value)` and `ADD name :value`. */
function updated(row: Item, update: z.infer<typeof Update>): Item {
  const { UpdateExpression, ExpressionAttributeNames: names, ExpressionAttributeValues: values } = update;
  const changes: Record<string, unknown> = {};
  for (const [, verb, clause = ''] of UpdateExpression.matchAll(/(SET|ADD) (.+?)(?= (?:SET|ADD|REMOVE) |$)/g)) {
    for (const part of clause.split(/, (?![^(]*\))/)) {
      const [, given = '', keep, value = ''] =
        /^(#?\w+)(?: =)? (?:(if_not_exists)\(#?\w+, )?(:\w+)\)?$/.exec(part) ?? [];
      const name = names[given] ?? given;
      if (!(value in values)) throw new Error(`no such update: ${UpdateExpression}`);
      if (verb === 'ADD') changes[name] = { N: String(Number(figureOf(row[name])) + Number(figureOf(values[value]))) };
      else changes[name] = keep && name in row ? row[name] : values[value];
    }
  }
  return { ...row, ...changes };
}

function figureOf(value: unknown): string {
  return (Object(value) as { N?: string }).N ?? '0';
}

function listOf(items: readonly Item[]): object {
  return { Items: items, Count: items.length, ScannedCount: items.length };
}

function rowKey(table: string, item: Item): string {
  return [table, ...keyNamesOf(table).map((name) => JSON.stringify(item[name]))].join('/');
}
