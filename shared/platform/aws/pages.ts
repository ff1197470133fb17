import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';

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
