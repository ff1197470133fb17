import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Grouping } from './choices.ts';
import { digitsWithin, type Measure } from './measures.ts';
import { Swatch } from './series-patterns.tsx';
import type { Series, Stack } from './stack.ts';

interface Props {
  readonly stack: Stack;
  readonly by: Grouping;
  readonly measure: Measure;
  readonly titleOf: (series: Series) => string;
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** The bands of the plot by their names, with what each comes to. */
export function SeriesLegend({ stack, by, measure, titleOf }: Props) {
  const digits = digitsWithin(stack.total / measure.scale);
  return (
    <ul aria-label="Legend" className="grid gap-x-8 gap-y-1 text-sm md:grid-cols-2 2xl:grid-cols-3">
      {stack.series.map((series, place) => (
        <li className="flex min-h-9 min-w-0 items-center gap-2" key={series.name}>
          <Swatch place={place} />
          <span className="min-w-0 flex-1 truncate" title={series.id ?? undefined}>
            <Target by={by} id={series.groups > 1 ? null : series.id}>
              {titleOf(series)}
            </Target>
          </span>
          <span className="tabular-nums">{measure.text(series.total / measure.scale, digits)}</span>
          <span className="w-14 text-right text-ink-soft text-xs tabular-nums">
            {percent.format(series.total / stack.total)}
          </span>
          <span className="size-9">
            {series.id !== null && <CopyButton label={`Copy ID ${series.id}`} text={series.id} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface TargetProps {
  readonly by: Grouping;
  readonly id: string | null;
  readonly children: ReactNode;
}

const link = 'underline decoration-line-strong underline-offset-2 hover:decoration-current';

/** Sandboxes and conversations have pages of their own. */
function Target({ by, id, children }: TargetProps) {
  if (id !== null && by === 'sandbox') {
    return (
      <Link className={link} params={{ sandboxId: id }} to="/sandboxes/$sandboxId">
        {children}
      </Link>
    );
  }
  if (id !== null && by === 'conversation') {
    return (
      <Link className={link} params={{ conversationId: id }} to="/conversations/$conversationId">
        {children}
      </Link>
    );
  }
  return children;
}
