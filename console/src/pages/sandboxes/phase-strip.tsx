import type { Tone } from '../../../../shared/presentation/conversations.ts';
import { duration } from '../../../../shared/presentation/time.ts';
import { classes } from '../../ui/classes.ts';
import { phaseLooks } from '../../ui/sandbox-phases.ts';
import { Time } from '../../ui/time.tsx';
import { type Span, widthOf } from './spans.ts';

const looks: Readonly<Record<Tone | 'plain', string>> = {
  good: 'border-good bg-good-soft text-good',
  warn: 'border-warn bg-warn-soft text-warn',
  bad: 'border-bad bg-bad-soft text-bad',
  info: 'border-info bg-info-soft text-info',
  plain: 'border-line-strong bg-raised text-ink-soft',
};

/** All phases of a sandbox beside each other. The list beneath it has the same for those who do not see it. */
export function PhaseStrip({ spans, since }: { readonly spans: readonly Span[]; readonly since: string }) {
  return (
    <figure className="grid gap-1.5">
      <div aria-hidden className="flex h-9 gap-0.5 overflow-hidden rounded-md text-xs">
        {spans.map((span) => {
          const { word, tone } = phaseLooks[span.phase];
          return (
            <span
              className={classes('@container flex min-w-1 basis-0 items-center border-b-4', looks[tone])}
              key={`${span.from} ${span.phase}`}
              style={{ flexGrow: widthOf(span) }}
              title={`${word}, ${duration(span.length)}`}
            >
              <span className="@min-[4.25rem]:inline hidden truncate px-2 font-medium">{word}</span>
            </span>
          );
        })}
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-ink-soft text-xs">
        <Time as="clock" value={since} />
        <span className="order-last w-full text-center sm:order-none sm:w-auto">
          Not to scale: short phases are drawn wider.
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
