import { useLayoutEffect, useRef } from 'react';
import { duration } from '../../../../../shared/presentation/time.ts';
import { failureOf } from '../../../api/failure.ts';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { printed } from '../printed.ts';
import { CommandBadge, StopButton, wordsOf } from './command-state.tsx';
import type { CommandOutput, OutputPart } from './use-command-output.ts';

interface Props {
  readonly sandboxId: string;
  readonly output: CommandOutput;
  readonly onStopped: () => void;
}

/** The output of one command, followed to its end. */
export function OutputPane({ sandboxId, output, onStopped }: Props) {
  const { command, parts, exit, error, isOpen } = output;
  const shown = exit ?? command;
  const actions = shown && (
    <span className="flex flex-wrap items-center gap-2">
      <CommandBadge command={shown} />
      {shown.duration_ms !== null && <span className="text-ink-soft text-xs">{duration(shown.duration_ms)}</span>}
      {isOpen && (
        <StopButton commandId={shown.id} label="Stop the command" onStopped={onStopped} sandboxId={sandboxId} />
      )}
    </span>
  );
  return (
    <Card actions={actions} title="Output">
      <div className="grid min-w-0 gap-3">
        {shown && <code className="truncate font-mono text-ink-soft text-xs">$ {wordsOf(shown)}</code>}
        {isOpen && !shown && <Spinner label="Starting the command" />}
        {shown && <Text isOpen={isOpen} parts={parts} />}
        {error !== null && (
          <Notice title={failureOf(error).title} tone="bad">
            {failureOf(error).detail}
          </Notice>
        )}
      </div>
    </Card>
  );
}

/** Stays at the end while it is there, as terminals do. */
function Text({ parts, isOpen }: { readonly parts: readonly OutputPart[]; readonly isOpen: boolean }) {
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new output moves the end
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [parts]);
  if (parts.length === 0) return <p className="text-ink-soft text-sm">{isOpen ? 'No output yet.' : 'No output.'}</p>;
  return (
    <section
      aria-label="Printed text"
      className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-lg bg-raised p-3 font-mono text-xs"
      onScroll={({ currentTarget: at }) => {
        isAtEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40;
      }}
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
      tabIndex={0}
    >
      {parts.map(({ key, stream, text }) => (
        <span className={classes(stream === 'stderr' && 'text-bad', stream === 'note' && 'text-ink-soft')} key={key}>
          {printed(text)}
        </span>
      ))}
    </section>
  );
}
