/** A piece of a text: Markdown that is read quickly, code, or what is shown as it is. */
export interface MarkdownPart {
  readonly type: 'markdown' | 'code' | 'plain';
  readonly text: string;
}

/** A part of so many characters is long enough: the next paragraph begins another one. */
const ENOUGH = 2_000;
/** Parsers take a time that grows with the square of the length: this much takes a third of a second at worst. */
const LONGEST = 6_000;
/** Lists and quotes around a text. Each is a call of the parser within another one. */
const DEEPEST = 20;
/** Columns times lines: a short line below a wide head has a cell for each column, too. */
const MOST_CELLS = 3_000;

/** The fence of a code block. With backticks after it on its line, it is code within a sentence. */
const FENCE = /^(\s*)(`{3,}(?!.*`)|~{3,})/;

/**
 * Cuts Markdown between paragraphs into parts that can be read one by one. Agents write it: a text that is made to keep
 * a parser busy, or to nest too deep for it, would stop the page. Such a part is shown as it is.
 */
export function markdownParts(text: string): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let lines: string[] = [];
  let length = 0;
  let fence: { readonly mark: string; readonly isTop: boolean } | undefined;
  const flush = (type?: 'code'): void => {
    const part = lines.join('\n');
    if (type === 'code' || part.trim() !== '') parts.push({ type: type ?? typeOf(lines, part), text: part });
    lines = [];
    length = 0;
  };
  const keep = (line: string): void => {
    lines.push(line);
    length += line.length + 1;
  };
  for (const line of text.split('\n')) {
    const [, indent, mark] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      const isEnd = mark?.startsWith(fence.mark) === true && line.trim() === mark;
      if (!isEnd || !fence.isTop) keep(line);
      if (isEnd && fence.isTop) flush('code');
      if (isEnd) fence = undefined;
    } else if (mark !== undefined) {
      fence = { mark, isTop: indent === '' };
      if (fence.isTop) flush();
      else keep(line);
    } else {
      if (length >= ENOUGH && /^\S/.test(line) && lines.at(-1)?.trim() === '') flush();
      keep(line);
    }
  }
  flush(fence?.isTop ? 'code' : undefined);
  return parts;
}

function typeOf(lines: readonly string[], text: string): 'markdown' | 'plain' {
  if (text.length > LONGEST) return 'plain';
  const columns = Math.max(...lines.map((line) => line.split('|').length - 1));
  return columns * lines.length > MOST_CELLS || lines.some(isTooDeep) ? 'plain' : 'markdown';
}

/** Whether a line begins, or goes on with, too many quotes and lists. */
function isTooDeep(line: string): boolean {
  let rest = line.trimStart();
  for (let level = 0; level <= DEEPEST; level += 1) {
    const marker = /^(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))\s*/.exec(rest);
    if (marker === null) return false;
    rest = rest.slice(marker[0].length);
  }
  return true;
}
