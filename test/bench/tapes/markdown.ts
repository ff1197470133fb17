/** A table in Markdown; all columns but the first are figures. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, headings.map((_, column) => (column === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(value < 100 ? 1 : 0));
