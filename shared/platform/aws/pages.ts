import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../errors.ts';
import type { Matching, Page } from '../paging.ts';
import { MAX_PAGE, rowSize } from '../response-size.ts';
import { Aliases, type Condition } from './expressions.ts';

/** A range of a sorted list. `from` is inclusive, `before` and `after` are exclusive. */
interface Range {
  readonly newestFirst: boolean;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** The end of the previous page. */
  readonly after?: string | null | undefined;
}

export interface PageQuery<T> {
  readonly table: string;
  /** By default the table itself. */
  readonly index?: string;
  readonly key: { readonly name: string; readonly value: string };
  /** The sort key. */
  readonly sort: string;
  readonly range: Range;
  readonly limit: number;
  readonly parse: (item: unknown) => T;
  /** A condition on attributes outside the key. */
  readonly filter?: Condition | undefined;
  /** A further condition, which the table cannot check. */
  readonly matching?: Matching<T> | undefined;
  /** Minimum number of rows in the first query, for filters that few rows match: each further query takes time. */
  readonly firstLook?: number;
  /** Bytes of an item in a response. By default those of its row. */
  readonly sizeOf?: (item: T) => number;
  /** Whether the conditions hide rows from the caller, whose ids no position may contain then. */
  readonly hidesRows?: boolean;
  /** Whether the read is consistent. Global indexes do not support this. */
  readonly consistent?: boolean;
}

/** The most rows that one page examines. Then it ends early, and the client requests the next page. */
const ROWS_PER_PAGE = 2_000;

/** The most rows that a count examines. */
const ROWS_PER_COUNT = 10_000;

/** The growth of the number of rows from query to query, if few rows match the filter. */
const GROWTH = 4;

/** Bounds of all sort values, which are times and ids in ASCII. */
const LOWEST = ' ';
const HIGHEST = '~';

/** Reads one page. It is full unless it would examine too many rows, or become too large for a response. */
export async function queryPage<T>(documents: DynamoDBDocumentClient, query: PageQuery<T>): Promise<Page<T>> {
  const { limit, sort } = query;
  // One more row shows whether another page follows.
  const { found, end, isCut } = await lookFor(documents, query, limit + 1);
  const page = found.slice(0, limit);
  const row = page.at(-1)?.row;
  const last = row ? String(row[sort]) : null;
  const behind = end ? placeBehind(String(end[sort]), last, query) : null;
  return { items: page.map(({ item }) => item), next: isCut || found.length > limit ? last : behind };
}

/**
 * Where a page goes on that ended at a row which is not on it. Callers can read positions: if the row can be hidden
 * from them, the position has only its time. The rows of that time are examined again behind those of the page.
 */
function placeBehind(
  end: string,
  last: string | null,
  { hidesRows, range }: Pick<PageQuery<never>, 'hidesRows' | 'range'>,
): string {
  const { newestFirst, after } = range;
  const [time = '', ...id] = end.split('#');
  if (!hidesRows || id.length === 0) return end;
  if (last?.startsWith(`${time}#`)) return last;
  const place = newestFirst ? `${time}#${HIGHEST}` : `${time}#`;
  // If very many rows have this time, the next page must begin behind them.
  return !after || (newestFirst ? place < after : place > after) ? place : end;
}

/** The first item, if it is among the rows that one page can examine. */
export async function queryFirst<T>(
  documents: DynamoDBDocumentClient,
  query: Omit<PageQuery<T>, 'limit'>,
): Promise<T | undefined> {
  const { found } = await lookFor(documents, query, 1);
  return found[0]?.item;
}

/** Examines rows until enough match. @returns what matches, the key to continue from, and whether size ended it */
async function lookFor<T>(documents: DynamoDBDocumentClient, query: Omit<PageQuery<T>, 'limit'>, wanted: number) {
  const { range, sort, parse, sizeOf, matching } = query;
  const found: { readonly row: Row; readonly item: T }[] = [];
  let looked = 0;
  let bytes = 0;
  let end: QueryCommandInput['ExclusiveStartKey'];
  if (isEmpty(range)) return { found, end, isCut: false };
  for (let size = firstSize(query, wanted); ; size = Math.min(size * GROWTH, ROWS_PER_PAGE - looked)) {
    const command = new QueryCommand({ ...inputOf(query), Limit: size, ExclusiveStartKey: end });
    const { Items = [], LastEvaluatedKey, ScannedCount = 0 } = await documents.send(command);
    const rows = Items.filter((row) => row[sort] !== range.after).map((row) => ({ row, item: parse(row) }));
    const matches = matching && (await matching(rows.map(({ item }) => item)));
    for (const { row, item } of rows) {
      if (found.length === wanted) break;
      if (matches?.has(item) === false) continue;
      bytes += sizeOf ? sizeOf(item) : rowSize(row);
      // The first item is always on the page, so that the next page goes on behind it.
      if (bytes > MAX_PAGE && found.length > 0) return { found, end, isCut: true };
      found.push({ row, item });
    }
    looked += ScannedCount;
    end = LastEvaluatedKey;
    if (found.length === wanted || looked >= ROWS_PER_PAGE || end === undefined) return { found, end, isCut: false };
  }
}

/** The last row of the previous page is read again. */
function firstSize<T>({ range, filter, matching, firstLook = 0 }: Omit<PageQuery<T>, 'limit'>, wanted: number): number {
  const needed = wanted + (range.after ? 1 : 0);
  return Math.min(filter || matching ? Math.max(Math.ceil(needed * 1.25), firstLook) : needed, ROWS_PER_PAGE);
}

/** Counts the items of all pages. @throws AppError `too_many_rows` for more rows than one request can examine */
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
  const sortName = aliases.name(sort);
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

/** The narrowest bounds of a range. */
function boundsOf(range: Range): { low: string; high: string } {
  const low = range.newestFirst ? [range.from] : [range.from, range.after];
  const high = range.newestFirst ? [range.before, range.after] : [range.before];
  return { low: present(low).toSorted().at(-1) ?? LOWEST, high: present(high).toSorted()[0] ?? HIGHEST };
}

/** DynamoDB rejects such bounds, but callers expect an empty list. */
function isEmpty(range: Range): boolean {
  const { low, high } = boundsOf(range);
  return low > high;
}

function present(values: readonly (string | null | undefined)[]): string[] {
  return values.filter((value) => typeof value === 'string');
}

type Row = Record<string, unknown>;

/** The rows of a query, page by page. A caller that stops early reads no further pages. */
export async function* queryPages(documents: DynamoDBDocumentClient, query: QueryCommandInput): AsyncIterable<Row[]> {
  let from = query.ExclusiveStartKey;
  do {
    const page = await documents.send(new QueryCommand({ ...query, ExclusiveStartKey: from }));
    yield page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}

/** The rows of a scan, page by page. */
export async function* scanPages(documents: DynamoDBDocumentClient, scan: ScanCommandInput): AsyncIterable<Row[]> {
  let from = scan.ExclusiveStartKey;
  do {
    const page = await documents.send(new ScanCommand({ ...scan, ExclusiveStartKey: from }));
    yield page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}

/** Reads all rows. @param check called after each page with the number of rows, to throw if it is too high */
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
