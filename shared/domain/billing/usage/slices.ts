import { type Amounts, amountsOf } from './amounts.ts';
import { type PriceTable, tableAt } from './prices.ts';
import type { UsageRow } from './usage-row.ts';

const DAY_MS = 86_400_000;

/** A span of time: from the first moment on, and before the last. ISO 8601 in UTC with milliseconds. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** A part of an interval that lies on one day (UTC) and under one price table. */
export interface Slice {
  readonly day: string;
  readonly amounts: Amounts;
}

/** The part of an interval in a span, cut without loss at each midnight and change of prices. */
export function slicesOf(row: UsageRow, span: Span, tables: readonly PriceTable[]): Slice[] {
  const from = row.started_at > span.from ? row.started_at : span.from;
  const to = row.ended_at < span.to ? row.ended_at : span.to;
  if (from >= to) return [];
  const cuts = tables.map(({ effectiveFrom }) => effectiveFrom).filter((cut) => cut > from && cut < to);
  const bounds = [...new Set([from, ...midnights(from, to), ...cuts, to])].toSorted();
  return bounds.slice(1).flatMap((end, index) => {
    const start = bounds[index] ?? end;
    const milliseconds = Date.parse(end) - Date.parse(start);
    return [{ day: start.slice(0, 10), amounts: amountsOf(row, milliseconds, tableAt(tables, start).prices) }];
  });
}

function midnights(from: string, to: string): string[] {
  const first = (Math.floor(Date.parse(from) / DAY_MS) + 1) * DAY_MS;
  const count = Math.max(0, Math.ceil((Date.parse(to) - first) / DAY_MS));
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY_MS).toISOString());
}
