import { ChevronRight, FilePen, SquareTerminal, Wrench } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { type ToolCall, toolCallOf } from '../../../../../../shared/presentation/events/tool-call.ts';
import { duration as span } from '../../../../../../shared/presentation/time.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { classes } from '../../../../ui/classes.ts';
import { Time } from '../../../../ui/time.tsx';
import type { ToolRow as Row } from '../model/timeline-rows.ts';
import { useOpen } from './fold.tsx';
import { RowActions } from './row-actions.tsx';
import { Speech, SpokenText, Thoughts } from './speech.tsx';
import { ToolDetails } from './tool-details.tsx';

interface Props {
  readonly row: Row;
  readonly openCalls: OpenCalls;
}

/** A tool call with its result, below the message that came with it. */
export const ToolRow = memo(({ row, openCalls }: Props) => {
  const { text = '', thought = '' } = row.action?.content ?? {};
  const raw = [row.action?.raw, row.result?.raw].filter(Boolean);
  // A call without its result would run again in a fork.
  const actions = <RowActions id={row.key} lastId={row.result?.id} raw={raw} />;
  if (text === '') return <CallLine actions={actions} openCalls={openCalls} row={row} />;
  return (
    <Speech actions={actions} from="agent" time={<Time value={row.action?.at ?? ''} />}>
      <Thoughts id={row.key} text={thought} />
      <SpokenText id={row.key} text={text} />
      <CallLine openCalls={openCalls} row={row} />
    </Speech>
  );
});

interface CallLineProps extends Props {
  readonly actions?: ReactNode;
}

function CallLine({ row, openCalls, actions }: CallLineProps) {
  const [isOpen, toggle] = useOpen(row.key);
  const panel = useId();
  const { tool, subject, outcome, exitCode, duration } = toolCallOf(row);
  const { action, result } = row;
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex items-center pr-1">
        <button
          aria-controls={isOpen ? panel : undefined}
          aria-expanded={isOpen}
          className="flex min-h-10 min-w-0 flex-1 items-center gap-2 rounded-lg px-2.5 py-1.5 text-left text-sm"
          onClick={toggle}
          type="button"
        >
          <ChevronRight
            aria-hidden
            className={classes('size-4 shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-90')}
          />
          <ToolIcon tool={tool} />
          <span className="hidden shrink-0 text-ink-soft text-xs sm:inline">{tool}</span>
          <code className="min-w-0 flex-1 truncate font-mono text-xs">{subject}</code>
          {duration !== undefined && (
            <span className="hidden shrink-0 text-ink-soft text-xs tabular-nums sm:inline">{span(duration)}</span>
          )}
          <OutcomeBadge exitCode={exitCode} openCalls={openCalls} outcome={outcome} />
          {actions && (
            <span className="hidden w-20 shrink-0 text-right text-ink-soft text-xs md:inline">
              <Time value={(action ?? result)?.at ?? ''} />
            </span>
          )}
        </button>
        {actions && <span className="hidden sm:block">{actions}</span>}
      </div>
      {isOpen && (
        <div className="border-line border-t p-3" id={panel}>
          <ToolDetails row={row} />
        </div>
      )}
    </div>
  );
}

function ToolIcon({ tool }: { readonly tool: string }) {
  const Icon = /terminal|bash|execute|shell/i.test(tool)
    ? SquareTerminal
    : /edit|file|patch/i.test(tool)
      ? FilePen
      : Wrench;
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />;
}

const looks = {
  open: { tone: 'info', word: 'Running' },
  done: { tone: 'good', word: 'Done' },
  failed: { tone: 'bad', word: 'Failed' },
  rejected: { tone: 'warn', word: 'Rejected' },
} as const;

interface OutcomeBadgeProps extends Pick<ToolCall, 'outcome' | 'exitCode'> {
  readonly openCalls: OpenCalls;
}

/** What a call without a result means, by the state of the agent. `over`: the run has ended without a result. */
export type OpenCalls = 'working' | 'asking' | 'over';

function OutcomeBadge({ outcome, exitCode, openCalls }: OutcomeBadgeProps) {
  if (outcome === 'open' && openCalls === 'over') return <Badge tone="plain">No result</Badge>;
  if (outcome === 'open' && openCalls === 'asking') return <Badge tone="warn">Waiting for confirmation</Badge>;
  const { tone, word } = looks[outcome];
  return (
    <Badge isMoving={outcome === 'open'} tone={tone}>
      {exitCode !== undefined && exitCode !== 0 ? `Exit code ${exitCode}` : word}
    </Badge>
  );
}
