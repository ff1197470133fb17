import Anser from 'anser';
import { useMemo } from 'react';
import { CutText } from './cut-text.tsx';

interface Props {
  readonly id: string;
  readonly command: string | undefined;
  readonly output: string;
  readonly exitCode: number | undefined;
}

/** Terminal output: dark in both themes, in its own colours. */
export function TerminalOutput({ id, command, output, exitCode }: Props) {
  return (
    <div className="scheme-dark min-w-0 overflow-x-auto rounded-lg border border-line bg-canvas p-3 font-mono text-ink text-xs leading-5">
      {command !== undefined && (
        <CutText head={12} id={`${id}/command`} tail={2} text={command}>
          {(shown) => (
            <pre className="whitespace-pre-wrap break-words font-mono">
              <span aria-hidden className="select-none text-good">
                ${' '}
              </span>
              {shown}
            </pre>
          )}
        </CutText>
      )}
      {output !== '' && (
        <CutText head={24} id={id} tail={10} text={output}>
          {(shown) => <Pieces output={shown} />}
        </CutText>
      )}
      {exitCode !== undefined && (
        <p className={exitCode === 0 ? 'mt-1 text-ink-soft' : 'mt-1 text-bad'}>Exit code {exitCode}</p>
      )}
    </div>
  );
}

function Pieces({ output }: { readonly output: string }) {
  const pieces = useMemo(() => piecesOf(output), [output]);
  return (
    <pre className="whitespace-pre-wrap break-words font-mono">
      {pieces.map(({ text, look }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of an output never move
        <span className={look} key={place}>
          {text}
        </span>
      ))}
    </pre>
  );
}

/** A piece of terminal output with one style. */
interface TerminalPiece {
  readonly text: string;
  readonly look: string;
}

/** The terminal colours as design tokens. Colours of other palettes are not shown. */
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them
const OPERATING_SYSTEM_COMMAND = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
/** A character that the next one overwrites, as in spinners. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them
const TAKEN_BACK = /[^\n\u0008]\u0008/g;
/** Further characters that browsers do not render. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them
const UNSEEN = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]/g;

/** Parses the colours of terminal output; other control sequences are removed. */
export function piecesOf(output: string): readonly TerminalPiece[] {
  const lines = output.replaceAll('\r\n', '\n').replace(OPERATING_SYSTEM_COMMAND, '').split('\n');
  const text = lines.map(lastState).join('\n').replace(TAKEN_BACK, '').replace(UNSEEN, '');
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

/** The final state of a line: progress bars overwrite it. */
function lastState(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}

/** `red` of `ansi-red` and of `ansi-bright-red`. */
function colourOf(name: string | null): string {
  return name?.replace(/^ansi-(bright-)?/, '') ?? '';
}
