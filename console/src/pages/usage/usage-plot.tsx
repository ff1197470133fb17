import { lazy, Suspense } from 'react';
import { dayName } from '../../../../shared/presentation/time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Grouping } from './choices.ts';
import type { Measure } from './measures.ts';
import type { PlotDay } from './plot.ts';
import { SeriesLegend } from './series-legend.tsx';
import { SeriesPatterns } from './series-patterns.tsx';
import type { Series, Stack } from './stack.ts';

const UsageChart = lazy(() => import('./usage-chart.tsx').then((part) => ({ default: part.UsageChart })));

interface Props {
  readonly days: readonly PlotDay[];
  readonly stack: Stack;
  readonly by: Grouping;
  readonly measure: Measure;
  readonly titleOf: (series: Series) => string;
  readonly budget: number | undefined;
}

/** A budget that is so many times as high as the plot would leave nothing of it to be seen. */
const TOO_HIGH = 4;

/** The plot and its legend. */
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
