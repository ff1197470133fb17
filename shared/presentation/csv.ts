/** A table as CSV (RFC 4180): a line with the names, then one for each row. */
export function csvOf(names: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return [names, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** The cells of a CSV (RFC 4180). */
export function rowsOfCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const [cell, end] = cellAt(text, at);
    row.push(cell);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (text[end] === ',' && at < text.length) continue;
    if (text[end] === ',') row.push('');
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The cell that begins there, and where it ends. */
function cellAt(text: string, start: number): readonly [cell: string, end: number] {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && !',\r\n'.includes(text[end] ?? ',')) end += 1;
    return [text.slice(start, end), end];
  }
  let end = start + 1;
  // Two quotation marks stand for one.
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1;
  return [text.slice(start + 1, end).replaceAll('""', '"'), end + 1];
}

/** Spreadsheets read text with these first characters as a formula; an apostrophe before it prevents that. */
const FORMULA = /^[=+\-@\t\r\n]/;

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
