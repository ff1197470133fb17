/** A table as CSV (RFC 4180): a line with the names, then one for each row. */
export function csvOf(names: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return [names, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** Spreadsheets read text with these first characters as a formula; an apostrophe before it prevents that. */
const FORMULA = /^[=+\-@\t\r\n]/;

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
