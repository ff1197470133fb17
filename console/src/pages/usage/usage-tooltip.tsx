import { dayName } from '../../../../shared/presentation/time.ts';
import type { Measure } from './measures.ts';
import type { PlotDay } from './plot.ts';
import { Swatch } from './series-patterns.tsx';
import type { Series } from './stack.ts';

interface Props {
  readonly day: PlotDay | undefined;
  readonly series: readonly Series[];
  readonly titleOf: (series: Series) => string;
  readonly measure: Measure;
}

/** What one day of the plot has. It is read out as the arrow keys go from day to day. */
export function UsageTooltip({ day, series, titleOf, measure }: Props) {
  if (day === undefined) return null;
  const bands = series
    .map((one, place) => ({ one, place, amount: day.bands[one.name] ?? 0 }))
    .filter(({ amount }) => amount > 0);
  return (
    <div
      className="grid max-w-72 gap-1 rounded-lg border border-line bg-surface p-3 text-ink text-xs shadow-lg"
      role="status"
    >
      <p className="flex justify-between gap-4 font-semibold">
        <span>{dayName(day.day)} (UTC)</span>
        {day.total !== undefined && <span className="tabular-nums">{measure.text(day.total)}</span>}
      </p>
      {bands.map(({ one, place, amount }) => (
        <p className="flex items-center gap-2" key={one.name}>
          <Swatch place={place} />
          <span className="min-w-0 flex-1 truncate">{titleOf(one)}</span>
          <span className="tabular-nums">{measure.text(amount)}</span>
        </p>
      ))}
      {day.projected !== undefined && day.total === undefined && (
        <p className="flex justify-between gap-4">
          <span>Projected</span>
          <span className="tabular-nums">{measure.text(day.projected)}</span>
        </p>
      )}
    </div>
  );
}
