/** How long a block grows before the rest goes on in a further one, in characters. */
const LONGEST = 8_000;

/** A line that goes on with a list or belongs to the block before it, or may turn out to. */
const CONTINUES = /^(\s|[-*+](\s|$)|\d{1,9}([.)]|$)|$)/;

interface Blocks {
  /** Blocks that stay as they are, whatever comes. */
  readonly settled: readonly string[];
  /** The block that still grows. */
  readonly rest: string;
}

/**
 * Cuts Markdown that is still being written into its blocks: paragraphs, lists, fenced code. So only the last block has
 * to be read again when a piece is added. References between blocks are not seen.
 */
export function blocksOf(text: string): Blocks {
  const settled: string[] = [];
  let fence: string | undefined;
  let isAfterBlank = false;
  let begin = 0;
  let prefix = '';
  const settle = (end: number, suffix = ''): void => {
    settled.push(prefix + text.slice(begin, end) + suffix);
    begin = end;
    prefix = '';
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline < 0 ? text.length : newline);
    if (fence === undefined && isAfterBlank && begin < start && !CONTINUES.test(line)) settle(start);
    if (start - begin > LONGEST) {
      // Fenced code goes on as fenced code.
      const opening = fence;
      settle(start, opening === undefined ? '' : `${markOf(opening)}\n`);
      prefix = opening === undefined ? '' : `${opening}\n`;
    }
    if (newline < 0) break;
    if (fence === undefined) fence = /^ {0,3}(`{3,}[^`]*|~{3,}.*)$/.exec(line)?.[1];
    else if (line.trim().startsWith(markOf(fence)) && /^\s*(`+|~+)\s*$/.test(line)) fence = undefined;
    isAfterBlank = fence === undefined && line.trim() === '';
    start = newline + 1;
  }
  return { settled, rest: prefix + text.slice(begin) };
}

/** The mark of a fence, without what follows it. */
function markOf(fence: string): string {
  return /^(`+|~+)/.exec(fence)?.[1] ?? fence;
}
