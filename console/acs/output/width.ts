import measure from 'fast-string-truncated-width';

/** Characters as people see them: a letter with its marks, or an emoji of several parts. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

const ASCII = /^[\u0020-\u007e]*$/;
/** Marks, joiners and signs of direction. Alone they take no column. */
const NO_COLUMN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const EMOJI = /^(?:\p{Regional_Indicator}{2}|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;
/** Syllables of Korean can consist of several letters. */
const HANGUL = /^\p{Script=Hangul}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The width of a text in terminal columns; wide characters take two. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of characters.segment(text)) width += columnsOf(segment);
  return width;
}

function columnsOf(character: string): number {
  if (ASCII.test(character)) return character.length;
  if (EMOJI.test(character) || HANGUL.test(character)) return 2;
  // The library measures well, but cuts texts of several scripts in the wrong place.
  return measure(character.replace(NO_COLUMN, '')).width;
}

/** The text up to a width, with an ellipsis if it is cut. */
export function shortened(text: string, columns: number): string {
  return widthOf(text) <= columns ? text : `${firstOf(allIn(text), columns - 1).join('')}…`;
}

/** The end of a text up to a width, with an ellipsis if it is cut. For IDs, which differ at their end. */
export function endOf(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  return `…${firstOf(allIn(text).toReversed(), columns - 1)
    .toReversed()
    .join('')}`;
}

const allIn = (text: string): readonly string[] => [...characters.segment(text)].map(({ segment }) => segment);

/** As many characters as fit. */
function firstOf(all: readonly string[], columns: number): readonly string[] {
  let left = columns;
  const end = all.findIndex((character) => {
    left -= columnsOf(character);
    return left < 0;
  });
  return all.slice(0, end < 0 ? all.length : end);
}

/** The text padded with spaces to a width. */
export function padded(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, columns - widthOf(text)));
  return align === 'right' ? `${spaces}${text}` : `${text}${spaces}`;
}

/** The text within marks that keep writing from right to left from moving its neighbours on a terminal. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** The lines of a text, wrapped between words. A longer word stays whole, so that it can be copied. */
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
