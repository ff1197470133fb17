import { oneLine } from './plain.ts';
import { endOf, isolated, padded, shortened, widthOf, wrapped } from './width.ts';

/** A column of a table. Its text is made plain. */
export interface Column<T> {
  readonly title: string;
  readonly of: (row: T) => string | number | null;
  readonly align?: 'left' | 'right';
  /** The text can be shortened on a narrow terminal: to ten columns, or to this many. */
  readonly shrinks?: boolean | number;
  /** The column can be left out if shortening is not enough; the last such column goes first. */
  readonly isSpare?: boolean;
  /** As the last resort, only the end of the text is shown. `acs` takes the end of an ID for the ID. */
  readonly keepsEnd?: boolean;
  /** Colours the plain text. */
  readonly paint?: (text: string, row: T) => string;
}

const GAP = '  ';

/** The smallest width of a column that shrinks, and of the end of an ID with its ellipsis. */
const NARROWEST = 10;
const SHORTEST_END = 9;

/**
 * Rows in aligned columns with titles. An empty column is left out. If the terminal is too narrow for the necessary
 * columns, each row becomes a list of facts.
 *
 * @param width of the terminal; undefined for no limit
 */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[], width?: number): string {
  const filled = columns.filter(({ of }) => rows.some((row) => of(row) !== null));
  const layout = layoutOf(rows, filled, width);
  if (layout === undefined) return rows.map((row) => factsOf(row, filled, width)).join('\n\n');
  const { shown, cells, sizes } = layout;
  const head = lineOf(shown.map(({ title, align }, index) => padded(title.toUpperCase(), sizes[index] ?? 0, align)));
  const lines = rows.map((row, place) =>
    lineOf(
      shown.map(({ align, paint = (text) => text, keepsEnd }, index) => {
        const size = sizes[index] ?? 0;
        const cell = cells[place]?.[index] ?? '';
        const text = keepsEnd ? endOf(cell, size) : shortened(cell, size);
        // Programs read the output that has no width: it has the texts alone. The padding has no colour.
        const shown = width === undefined ? text : isolated(text);
        return text === '' ? padded(text, size) : padded(text, size, align).replace(text, () => paint(shown, row));
      }),
    ),
  );
  return [head, ...lines].join('\n');
}

interface Layout<T> {
  readonly shown: readonly Column<T>[];
  readonly cells: readonly (readonly string[])[];
  readonly sizes: readonly number[];
}

/** The columns that fit on the terminal; undefined if the necessary ones do not. */
function layoutOf<T>(rows: readonly T[], columns: readonly Column<T>[], width?: number): Layout<T> | undefined {
  for (let shown = columns; ; ) {
    const cells = rows.map((row) => shown.map(({ of }) => oneLine(String(of(row) ?? ''))));
    const sizes = fitting(shown, cells, width);
    if (sizes !== undefined) return { shown, cells, sizes };
    const spare = shown.findLast(({ isSpare }) => isSpare === true);
    if (spare === undefined) {
      const narrow = fitting(shown, cells, width, true);
      return narrow && { shown, cells, sizes: narrow };
    }
    shown = shown.filter((column) => column !== spare);
  }
}

/** The least width of a column. @param isLast whether this is the last resort */
function leastOf<T>({ shrinks, keepsEnd }: Column<T>, isLast: boolean): number {
  if (keepsEnd) return isLast ? SHORTEST_END : Number.POSITIVE_INFINITY;
  return shrinks === true ? NARROWEST : shrinks || Number.POSITIVE_INFINITY;
}

/** The widths of the columns; undefined if the terminal is too narrow. */
function fitting<T>(
  columns: readonly Column<T>[],
  cells: readonly (readonly string[])[],
  width: number | undefined,
  isLast = false,
): readonly number[] | undefined {
  const sizes = columns.map(({ title }, index) =>
    cells.reduce((size, row) => Math.max(size, widthOf(row[index] ?? '')), Math.max(1, widthOf(title))),
  );
  if (width === undefined) return sizes;
  const least = columns.map((column) => leastOf(column, isLast));
  let excess = sizes.reduce((sum, size) => sum + size + GAP.length, -GAP.length) - width;
  for (; excess > 0; excess -= 1) {
    const places = [...columns.keys()].filter((index) => (sizes[index] ?? 0) > (least[index] ?? 0));
    const [largest] = places.sort((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0));
    if (largest === undefined) return undefined;
    sizes[largest] = (sizes[largest] ?? 0) - 1;
  }
  return sizes;
}

function factsOf<T>(row: T, columns: readonly Column<T>[], width: number | undefined): string {
  return details(
    columns.map(({ title, of, paint }) => [capitalised(title), of(row), paint && ((text) => paint(text, row))]),
    width,
  );
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A name, its value, and a function that colours the value. */
export type Detail = readonly [
  name: string,
  value: string | number | null | undefined,
  paint?: ((text: string) => string) | undefined,
];

/**
 * Names with their values, made plain, one per line; long values wrap. Null and undefined are left out.
 *
 * @param width of the terminal; undefined for no limit
 */
export function details(pairs: readonly Detail[], width?: number): string {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined);
  const widest = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  const indent = ' '.repeat(widest + GAP.length);
  const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST, width - indent.length);
  return shown
    .map(([name, value, paint = (text) => text]) => {
      const lines = wrapped(oneLine(String(value)), room).map((line) => paint(line));
      return `${padded(name, widest)}${GAP}${lines.join(`\n${indent}`)}`;
    })
    .join('\n');
}

const lineOf = (cells: readonly string[]): string => cells.join(GAP).trimEnd();
