import { useMemo } from 'react';
import { piecesOf } from '../model/terminal-text.ts';
import { CutText } from './cut-text.tsx';

interface Props {
  readonly id: string;
  readonly command: string | undefined;
  readonly output: string;
  readonly exitCode: number | undefined;
}

/** What a terminal showed: dark in both themes, in its colours. */
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
