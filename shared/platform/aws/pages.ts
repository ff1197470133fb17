import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors.ts';
import type { Page } from '../paging.ts';
import { Aliases, type Condition } from './expressions.ts';

/** A part of a list in the order of one sort attribute. `from` is inclusive, `before` and `after` are exclusive. */
interface Range {
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
  /** A condition on attributes outside the key. */
  readonly filter?: Condition | undefined;
  /** How many rows the first query looks at, at least, where a filter leaves out most: each further query is a wait. */
  readonly firstLook?: number;
  /** Whether the read must be consistent. Only tables and local indexes can promise that. */
  readonly consistent?: boolean;
}

/** How many rows one page may look at. Beyond that it ends early and the client asks for the next. */
const ROWS_PER_PAGE = 2_000;

/** How many rows a count may look at one by one. Counts of everything are kept, and look at none. */
const ROWS_PER_COUNT = 10_000;

/** Where a filter leaves out more than expected, each query looks at so many times the rows of the one before. */
const GROWTH = 4;

/** Sort values are times and ids in ASCII: these two stand before and behind all of them. */
const LOWEST = ' ';
const HIGHEST = '~';

/** Reads one page, full unless the rows that one page may look at do not suffice. */
export async function queryPage<T>(documents: DynamoDBDocumentClient, query: PageQuery<T>): Promise<Page<T>> {
  const { limit, sort } = query;
  // One item more than the page tells whether more follow.
  const { items, end } = await lookFor(documents, query, limit + 1);
  const page = items.slice(0, limit);
  const last = page.at(-1);
  if (items.length > limit && last !== undefined) return { items: page, next: sort.of(last) };
  return { items: page, next: end ? String(end[sort.name]) : null };
}

/** The first item, if it is among the rows that one page may look at; it looks for none behind it. */
export async function queryFirst<T>(
  documents: DynamoDBDocumentClient,
  query: Omit<PageQuery<T>, 'limit'>,
): Promise<T | undefined> {
  const { items } = await lookFor(documents, query, 1);
  return items[0];
}

/** Looks at rows until so many fit, as far as one page may look. @returns the items, and where more rows follow */
async function lookFor<T>(documents: DynamoDBDocumentClient, query: Omit<PageQuery<T>, 'limit'>, wanted: number) {
  const { range, sort, parse } = query;
  const items: T[] = [];
  let looked = 0;
  let end: QueryCommandInput['ExclusiveStartKey'];
  if (isEmpty(range)) return { items, end };
  for (let size = firstSize(query, wanted); ; size = Math.min(size * GROWTH, ROWS_PER_PAGE - looked)) {
    const command = new QueryCommand({ ...inputOf(query), Limit: size, ExclusiveStartKey: end });
    const { Items = [], LastEvaluatedKey, ScannedCount = 0 } = await documents.send(command);
    for (const row of Items) {
      if (items.length === wanted) break;
      const item = parse(row);
      if (sort.of(item) !== range.after) items.push(item);
    }
    looked += ScannedCount;
    end = LastEvaluatedKey;
    if (items.length === wanted || looked >= ROWS_PER_PAGE || end === undefined) return { items, end };
  }
}

/** The row where the page before ended is read once more. */
function firstSize<T>({ range, filter, firstLook = 0 }: Omit<PageQuery<T>, 'limit'>, wanted: number): number {
  const needed = wanted + (range.after ? 1 : 0);
  return Math.min(filter ? Math.max(Math.ceil(needed * 1.25), firstLook) : needed, ROWS_PER_PAGE);
}

/**
 * Counts the items of all pages.
 *
 * @throws AppError `too_many_rows` where it would have to look at more rows than one request may.
 */
export async function countAll<T>(
  documents: DynamoDBDocumentClient,
  query: Omit<PageQuery<T>, 'limit' | 'parse'>,
  most = ROWS_PER_COUNT,
): Promise<number> {
  if (isEmpty(query.range)) return 0;
  let count = 0;
  let looked = 0;
  let end: QueryCommandInput['ExclusiveStartKey'];
  do {
    const rest = { Limit: most + 1 - looked, ExclusiveStartKey: end };
    const command = new QueryCommand({ ...inputOf(query), Select: 'COUNT', ...rest });
    const { Count = 0, LastEvaluatedKey, ScannedCount = 0 } = await documents.send(command);
    count += Count;
    looked += ScannedCount;
    end = LastEvaluatedKey;
    if (looked > most) throw tooManyRows(most);
  } while (end !== undefined);
  return count;
}

function tooManyRows(most: number): AppError {
  return new AppError(
    'too_many_rows',
    `This count would examine more than ${most} rows. Request a shorter time range, or remove the filters.`,
  );
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
  const aliases = new Aliases();
  const sortName = aliases.name(sort.name);
  return {
    TableName: table,
    ...(index === undefined ? {} : { IndexName: index }),
    KeyConditionExpression: `${aliases.name(key.name)} = ${aliases.value(key.value)} AND ${sortName} BETWEEN ${aliases.value(low)} AND ${aliases.value(high)}`,
    ...(filter ? { FilterExpression: filter(aliases) } : {}),
    ...aliases.attributes(),
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

type Row = Record<string, unknown>;

/** The rows that a query finds, a page at a time: a caller that stops early reads no further page. */
export async function* queryPages(documents: DynamoDBDocumentClient, query: QueryCommandInput): AsyncIterable<Row[]> {
  let from = query.ExclusiveStartKey;
  do {
    const page = await documents.send(new QueryCommand({ ...query, ExclusiveStartKey: from }));
    yield page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}

/** The rows that a scan finds, a page at a time. */
export async function* scanPages(documents: DynamoDBDocumentClient, scan: ScanCommandInput): AsyncIterable<Row[]> {
  let from = scan.ExclusiveStartKey;
  do {
    const page = await documents.send(new ScanCommand({ ...scan, ExclusiveStartKey: from }));
    yield page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}

/** Reads all rows. @param check gets the number of rows so far after each page, and throws when it is too high */
export async function allRows<T>(
  pages: AsyncIterable<readonly Row[]>,
  parse: (item: unknown) => T,
  check?: (rows: number) => void,
): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) {
    rows.push(...page.map((item) => parse(item)));
    check?.(rows.length);
  }
  return rows;
}
