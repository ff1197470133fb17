import { lazy, Suspense } from 'react';
import { dayName } from '../../../../shared/presentation/time.ts';
import { code } from '../../live/code-loader.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/query-states.tsx';
import { ResourceLink } from '../../ui/resource-link.tsx';
import type { Grouping } from './choices.ts';
import { digitsWithin, type Measure } from './measures.ts';
import type { PlotDay, Series, Stack } from './plot.ts';
import { SeriesPatterns, Swatch } from './series-patterns.tsx';

const UsageChart = lazy(async () => ({ default: (await code.load(() => import('./usage-chart.tsx'))).UsageChart }));

interface Props {
  readonly days: readonly PlotDay[];
  readonly stack: Stack;
  readonly by: Grouping;
  readonly measure: Measure;
  readonly titleOf: (series: Series) => string;
  readonly budget: number | undefined;
}

/** A budget this many times as high as the plot would flatten it. */
const TOO_HIGH = 4;

export function UsagePlot({ days, stack, by, measure, titleOf, budget }: Props) {
  const highest = Math.max(...days.map(({ total = 0, projected = 0 }) => Math.max(total, projected)));
  const isTooHigh = budget !== undefined && budget > highest * TOO_HIGH;
  const [first, last] = [stack.rows[0], stack.rows.at(-1)];
  const label = `${measure.label} by day${first && last ? `, ${dayName(first.day)} to ${dayName(last.day)}` : ''}. The table below has the same data.`;
  return (
    <figure className="grid gap-3 p-4">
      <SeriesPatterns />
      <div className="h-72 2xl:h-96">
        <Suspense fallback={<Skeleton label="Loading the chart" rows={8} />}>
          <UsageChart
            budget={isTooHigh ? undefined : budget}
            days={days}
            label={label}
            measure={measure}
            series={stack.series}
            titleOf={titleOf}
          />
        </Suspense>
      </div>
      {isTooHigh && (
        <p className="text-ink-soft text-xs">The owner budget of {measure.text(budget)} is far above this chart.</p>
      )}
      <SeriesLegend by={by} measure={measure} stack={stack} titleOf={titleOf} />
    </figure>
  );
}

interface SeriesLegendProps {
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

const link = 'underline decoration-line-strong underline-offset-2 hover:decoration-current';

/** The bands of the plot with their totals. */
function SeriesLegend({ stack, by, measure, titleOf }: SeriesLegendProps) {
  const digits = digitsWithin(stack.total / measure.scale);
  return (
    <ul aria-label="Legend" className="grid gap-x-8 gap-y-1 text-sm md:grid-cols-2 2xl:grid-cols-3">
      {stack.series.map((series, place) => (
        <li className="flex min-h-9 min-w-0 items-center gap-2" key={series.name}>
          <Swatch place={place} />
          <span className="min-w-0 flex-1 truncate" title={series.id ?? undefined}>
            {series.id === null ? (
              titleOf(series)
            ) : (
              <ResourceLink className={link} id={series.id} name={`${by}_id`}>
                {titleOf(series)}
              </ResourceLink>
            )}
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
