import { type Amounts, amountsOf, amountsOfModels } from './amounts.ts';
import { type PriceTable, tableAt } from './prices.ts';
import type { UsageRow } from './usage-row.ts';

const DAY_MS = 86_400_000;

/** A span of time: `from` is inclusive, `to` exclusive. ISO 8601 in UTC with milliseconds. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** A part of an interval on one day (UTC) and under one price table. */
export interface Slice {
  readonly day: string;
  readonly amounts: Amounts;
}

/** AWS charges for at least this long for a task, its address and its volume, in milliseconds. */
export const LEAST_CHARGED = 60_000;

/**
 * The part of an interval in a span, cut at each midnight and price change. The minimum charge of a short task counts
 * at its end, so that the parts in adjoining spans add up to the whole.
 */
export function slicesOf(row: UsageRow, span: Span, tables: readonly PriceTable[]): Slice[] {
  if (row.kind === 'models') return sliceOfModels(row, span);
  const from = row.started_at > span.from ? row.started_at : span.from;
  const to = row.ended_at < span.to ? row.ended_at : span.to;
  const extra = row.ended_at > span.from && row.ended_at <= span.to ? uncharged(row) : 0;
  if (from >= to) return extra === 0 ? [] : [endOf(row, extra, tables)];
  const cuts = tables.map(({ effectiveFrom }) => effectiveFrom).filter((cut) => cut > from && cut < to);
  const bounds = [...new Set([from, ...midnights(from, to), ...cuts, to])].toSorted();
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? end;
    const lasted = Date.parse(end) - Date.parse(start);
    const charged = lasted + (end === to ? extra : 0);
    return { day: start.slice(0, 10), amounts: amountsOf(row, { lasted, charged }, tableAt(tables, start).prices) };
  });
}

/** An hour of a model's calls belongs to the span in which it begins. */
function sliceOfModels(row: UsageRow, { from, to }: Span): Slice[] {
  const { started_at: start } = row;
  return start >= from && start < to ? [{ day: start.slice(0, 10), amounts: amountsOfModels(row) }] : [];
}

/** How long AWS charges for beyond the task's running time. */
function uncharged({ kind, started_at: from, ended_at: to }: UsageRow): number {
  return kind === 'running' ? Math.max(0, LEAST_CHARGED - (Date.parse(to) - Date.parse(from))) : 0;
}

/** The minimum charge of an interval that has no running time in the span. */
function endOf(row: UsageRow, charged: number, tables: readonly PriceTable[]): Slice {
  const day = new Date(Date.parse(row.ended_at) - 1).toISOString().slice(0, 10);
  return { day, amounts: amountsOf(row, { lasted: 0, charged }, tableAt(tables, row.started_at).prices) };
}

function midnights(from: string, to: string): string[] {
  const first = (Math.floor(Date.parse(from) / DAY_MS) + 1) * DAY_MS;
  const count = Math.max(0, Math.ceil((Date.parse(to) - first) / DAY_MS));
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY_MS).toISOString());
}
