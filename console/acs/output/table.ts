import Table from 'cli-table3';
import { oneLine, shortened } from './plain.ts';

const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** A column of a table; its texts are made plain. */
export interface Column<T> {
  readonly title: string;
  readonly of: (row: T) => string | number | null;
  readonly align?: 'left' | 'right';
  /** In characters; longer texts are shortened. */
  readonly widest?: number;
  /** Colours the text, after it was made plain. */
  readonly paint?: (text: string, row: T) => string;
}

/** Rows under their titles in aligned columns, without lines. A column in which no row has anything is left out. */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const shown = columns.filter(({ of }) => rows.some((row) => of(row) !== null));
  const lines = new Table({
    head: shown.map(({ title }) => title.toUpperCase()),
    colAligns: shown.map(({ align = 'left' }) => align),
    chars: { ...bare },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  lines.push(...rows.map((row) => shown.map((column) => cell(row, column))));
  return trimmed(lines.toString());
}

/** A name, what it stands for, and what colours that. */
type Detail = readonly [name: string, value: string | number | null | undefined, paint?: (text: string) => string];

/** Names and what they stand for, made plain, one in a line. Null and undefined are left out. */
export function details(pairs: readonly Detail[]): string {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined);
  const widest = Math.max(0, ...shown.map(([name]) => name.length));
  return shown
    .map(([name, value, paint = (text) => text]) => `${name.padEnd(widest)}  ${paint(oneLine(String(value)))}`)
    .join('\n');
}

function cell<T>(row: T, { of, widest, paint }: Column<T>): string {
  const value = of(row);
  const text = value === null ? '' : oneLine(String(value));
  const fitting = widest === undefined ? text : shortened(text, widest);
  return paint === undefined ? fitting : paint(fitting, row);
}

function trimmed(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
