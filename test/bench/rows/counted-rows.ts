import { COUNT_KEY, type CountedRows } from '../../../shared/platform/aws/kept-counts.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows of an owner, and behind them the row that counts them, as transactions that add rows keep it. */
export function* withCounts<Name extends string>(
  { sortKey, countsOf }: CountedRows<Name>,
  ownerId: string,
  rows: Iterable<Row>,
): Generator<Row> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const [name, count] of Object.entries<number>(countsOf(row))) {
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
    yield row;
  }
  yield { owner_id: ownerId, [sortKey]: COUNT_KEY, ...Object.fromEntries(counts) };
}
