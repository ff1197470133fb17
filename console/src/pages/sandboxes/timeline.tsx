import type { Tone } from '../../../../shared/presentation/conversations.ts';
import { duration } from '../../../../shared/presentation/time.ts';
import type { SandboxTransition } from '../../api/shapes.ts';
import { useNow } from '../../live/now.ts';
import { classes } from '../../ui/classes.ts';
import { phaseLooks } from '../../ui/sandbox-phases.ts';
import { Time } from '../../ui/time.tsx';
import { PhaseStrip } from './phase-strip.tsx';
import { reasonWords } from './reasons.ts';
import { type Span, spansOf } from './spans.ts';

const dots: Readonly<Record<Tone | 'plain', string>> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
  plain: 'bg-line-strong',
};

/** The phases of a sandbox: a strip of all of them, and beneath it a list with reasons, the newest first. */
export function Timeline({ transitions }: { readonly transitions: readonly SandboxTransition[] }) {
  const spans = spansOf(transitions, useNow());
  const first = spans[0];
  if (!first) return <p className="text-ink-soft text-sm">No transitions yet.</p>;
  return (
    <div className="grid gap-4">
      <PhaseStrip since={first.from} spans={spans} />
      <ol className="grid">
        {spans.toReversed().map((span) => (
          <Phase key={`${span.from} ${span.phase}`} span={span} />
        ))}
      </ol>
    </div>
  );
}

function Phase({ span: { phase, reason, from, length, isNow } }: { readonly span: Span }) {
  const { word, tone } = phaseLooks[phase];
  return (
    <li className="group grid grid-cols-[auto_1fr] gap-x-3 text-sm">
      <span aria-hidden className="grid grid-rows-[auto_1fr] justify-items-center">
        <span className={classes('mt-1.5 size-2.5 rounded-full forced-colors:bg-[CanvasText]', dots[tone])} />
        <span className="w-px bg-line group-last:hidden" />
      </span>
      <div className="grid min-w-0 gap-0.5 pb-4 group-last:pb-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{word}</span>
          <span className="text-ink-soft tabular-nums">
            {isNow ? 'for ' : ''}
            {duration(length)}
          </span>
          <span className="ml-auto text-ink-soft text-xs">
            <Time as="clock" value={from} />
          </span>
        </p>
        {reason !== null && (
          <p className="break-words text-ink-soft">
            {reasonWords(reason)} <code className="font-mono text-xs">{reason}</code>
          </p>
        )}
      </div>
    </li>
  );
}
