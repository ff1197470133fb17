import {
  type DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';

type Row = Record<string, unknown>;

/** The rows that a query finds, a page at a time: a caller that stops early reads no further page. */
export async function* queryPages(documents: DynamoDBDocumentClient, query: QueryCommandInput): AsyncIterable<Row[]> {
  for await (const { Items = [] } of paginateQuery({ client: documents }, query)) yield Items;
}

/** The rows that a scan finds, a page at a time. */
export async function* scanPages(documents: DynamoDBDocumentClient, scan: ScanCommandInput): AsyncIterable<Row[]> {
  for await (const { Items = [] } of paginateScan({ client: documents }, scan)) yield Items;
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
