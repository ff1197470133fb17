import type { Stack, StackRow } from './plot.ts';

/** A day of the table, or days without use after each other. */
export interface TableRow extends StackRow {
  /** The first of these days, whose last one is `day`. */
  readonly since?: string;
}

/** Newest first, with days without use folded. @param shown the same days, each with those before it or alone */
export function tableRows(daily: Stack, shown: Stack): readonly TableRow[] {
  const rows: TableRow[] = [];
  for (const [at, row] of shown.rows.entries()) {
    const before = rows.at(-1)?.since;
    if (daily.rows[at]?.total !== 0) rows.push(row);
    else if (before === undefined) rows.push({ ...row, since: row.day });
    else rows.splice(-1, 1, { ...row, since: before });
  }
  return rows.reverse();
}

export function dayWords({ day, since = day }: TableRow): string {
  return since === day ? day : `${since} to ${day}`;
}
