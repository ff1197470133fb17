import Anser from 'anser';

/** A piece of the output of a terminal with one look. */
export interface TerminalPiece {
  readonly text: string;
  /** Class names of the console. */
  readonly look: string;
}

/** The colours of terminals by the tokens of the console; those of other palettes are left plain. */
const foregrounds: Readonly<Record<string, string>> = {
  red: 'text-bad',
  green: 'text-good',
  yellow: 'text-warn',
  blue: 'text-info',
  magenta: 'text-accent',
  cyan: 'text-info',
  black: 'text-ink-soft',
};

const backgrounds: Readonly<Record<string, string>> = {
  red: 'bg-bad-soft',
  green: 'bg-good-soft',
  yellow: 'bg-warn-soft',
  blue: 'bg-info-soft',
  magenta: 'bg-accent-soft',
  cyan: 'bg-info-soft',
};

const decorations: Readonly<Record<string, string>> = {
  bold: 'font-bold',
  dim: 'text-ink-soft',
  italic: 'italic',
  underline: 'underline',
  strikethrough: 'line-through',
  reverse: 'bg-raised',
};

/** Titles of windows and links: sequences that end in BEL or ST. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OPERATING_SYSTEM_COMMAND = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
/** Everything in a line before its last return: progress bars write over themselves. */
const OVERWRITTEN = /^[^\n]*\r(?=[^\r\n])/gm;

/** A character that the next one takes the place of, as spinners have it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const TAKEN_BACK = /[^\n\u0008]\u0008/g;
/** What else no one can see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]/g;

/** Reads the colours of a terminal's output; other control sequences are left out. */
export function piecesOf(output: string): readonly TerminalPiece[] {
  const text = output
    .replaceAll('\r\n', '\n')
    .replace(OPERATING_SYSTEM_COMMAND, '')
    .replace(OVERWRITTEN, '')
    .replace(TAKEN_BACK, '')
    .replace(UNSEEN, '');
  return Anser.ansiToJson(text, { json: true, remove_empty: true, use_classes: true }).map((entry) => ({
    text: entry.content,
    look: [
      foregrounds[colourOf(entry.fg)],
      backgrounds[colourOf(entry.bg)],
      ...entry.decorations.map((decoration) => decorations[decoration]),
    ]
      .filter(Boolean)
      .join(' '),
  }));
}

/** `red` of `ansi-red` and of `ansi-bright-red`. */
function colourOf(name: string | null): string {
  return name?.replace(/^ansi-(bright-)?/, '') ?? '';
}
