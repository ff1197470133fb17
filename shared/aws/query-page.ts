import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Page } from '../paging/page.ts';

/** A part of a list in the order of one sort attribute. `from` is inclusive, `before` and `after` are exclusive. */
export interface Range {
  readonly newestFirst: boolean;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** Where the page before ended. */
  readonly after?: string | null | undefined;
}

export interface PageQuery<T> {
  readonly table: string;
  /** Without it, the table itself. */
  readonly index?: string;
  readonly key: { readonly name: string; readonly value: string };
  readonly sort: { readonly name: string; readonly of: (item: T) => string };
  readonly range: Range;
  readonly limit: number;
  readonly parse: (item: unknown) => T;
  readonly filter?: Filter;
  /** Whether what was just written must be in it. Only tables and local indexes can promise that. */
  readonly consistent?: boolean;
}

/** A condition on attributes outside the key, as DynamoDB writes it. */
export interface Filter {
  readonly expression: string;
  /** For attributes whose names are reserved words. */
  readonly names?: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** How many rows one request may look at. Behind that a page ends early and the client asks on. */
const ROWS_PER_REQUEST = 2_000;

/** Sort values are times and ids in ASCII: these two stand before and behind all of them. */
const LOWEST = ' ';
const HIGHEST = '~';

/** Reads one page, full where there is enough to fill it within the rows that one request may look at. */
export async function queryPage<T>(documents: DynamoDBDocumentClient, query: PageQuery<T>): Promise<Page<T>> {
  const { limit, range, sort } = query;
  if (isEmpty(range)) return { items: [], next: null };
  const items: T[] = [];
  let looked = 0;
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const input = { ...inputOf(query), Limit: Math.max(limit + 1, 100), ExclusiveStartKey: start };
    const { Items = [], LastEvaluatedKey, ScannedCount = 0 } = await documents.send(new QueryCommand(input));
    items.push(...Items.map(query.parse).filter((item) => sort.of(item) !== range.after));
    looked += ScannedCount;
    start = LastEvaluatedKey;
  } while (start && items.length <= limit && looked < ROWS_PER_REQUEST);

  const page = items.slice(0, limit);
  const last = page.at(-1);
  if (items.length > limit && last !== undefined) return { items: page, next: sort.of(last) };
  return { items: page, next: start ? String(start[sort.name]) : null };
}

/** Counts what the pages would hold, all of it. */
export async function countAll<T>(
  documents: DynamoDBDocumentClient,
  query: Omit<PageQuery<T>, 'limit' | 'parse'>,
): Promise<number> {
  if (isEmpty(query.range)) return 0;
  let count = 0;
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const input: QueryCommandInput = { ...inputOf(query), Select: 'COUNT', ExclusiveStartKey: start };
    const { Count = 0, LastEvaluatedKey } = await documents.send(new QueryCommand(input));
    count += Count;
    start = LastEvaluatedKey;
  } while (start);
  return count;
}

function inputOf<T>({
  table,
  index,
  key,
  sort,
  range,
  filter,
  consistent,
}: Omit<PageQuery<T>, 'limit' | 'parse'>): QueryCommandInput {
  const { low, high } = boundsOf(range);
  return {
    TableName: table,
    ...(index === undefined ? {} : { IndexName: index }),
    KeyConditionExpression: '#key = :key AND #sort BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#key': key.name, '#sort': sort.name, ...filter?.names },
    ExpressionAttributeValues: {
      ':key': key.value,
      ':low': low,
      ':high': high,
      ...filter?.values,
    },
    ...(filter ? { FilterExpression: filter.expression } : {}),
    ...(consistent ? { ConsistentRead: true } : {}),
    ScanIndexForward: !range.newestFirst,
  };
}

/** The narrowest bounds that the range names. */
function boundsOf(range: Range): { low: string; high: string } {
  const low = range.newestFirst ? [range.from] : [range.from, range.after];
  const high = range.newestFirst ? [range.before, range.after] : [range.before];
  return { low: present(low).toSorted().at(-1) ?? LOWEST, high: present(high).toSorted()[0] ?? HIGHEST };
}

/** Nothing can be in it: DynamoDB refuses such bounds, while to a caller it is a list without items. */
function isEmpty(range: Range): boolean {
  const { low, high } = boundsOf(range);
  return low > high;
}

function present(values: readonly (string | null | undefined)[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
