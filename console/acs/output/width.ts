import measure from 'fast-string-truncated-width';

/** How many columns of a terminal a text takes: wide characters take two. */
export const widthOf = (text: string): number => measure(text).width;

/** At most so many columns of a text, with an ellipsis where some of it is left out. */
export function shortened(text: string, columns: number): string {
  const { index, ellipsed } = measure(text, { limit: Math.max(1, columns), ellipsis: '…', ellipsisWidth: 1 });
  return ellipsed ? `${text.slice(0, index)}…` : text.slice(0, index);
}

/** The same text with spaces up to a width. */
export function padded(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, columns - widthOf(text)));
  return align === 'right' ? `${spaces}${text}` : `${text}${spaces}`;
}

/** The lines of a text, broken between words. A word that is longer stays whole, so that it can be copied. */
export function wrapped(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => (widthOf(line) <= columns ? [line] : broken(line, columns)));
}

function broken(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let [current, width] = ['', 0];
  for (const word of line.split(/(?<=\s)(?=\S)/)) {
    const wordWidth = widthOf(word.trimEnd());
    if (width > 0 && width + wordWidth > columns) {
      lines.push(current.trimEnd());
      [current, width] = ['', 0];
    }
    current += word;
    width += widthOf(word);
  }
  return [...lines, current.trimEnd()];
}
