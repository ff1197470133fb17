import { Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { dayName } from '../../../../shared/presentation/time.ts';
import type { Measure } from './measures.ts';
import type { PlotDay, Series } from './plot.ts';
import { Swatch, seriesFill } from './series-patterns.tsx';

interface Props {
  readonly days: readonly PlotDay[];
  readonly series: readonly Series[];
  readonly titleOf: (series: Series) => string;
  readonly measure: Measure;
  /** The budget of the owner, in the unit of the metric, if it fits into the plot. */
  readonly budget: number | undefined;
  /** The description for screen readers. */
  readonly label: string;
}

/** Relative, so that it scales with the screen. */
const fontSize = '0.75rem';

const tick = { fill: 'var(--ink-soft)', fontSize };

/** Stacked bars by day. The arrow keys move between days; the table below has the same numbers. */
export function UsageChart({ days, series, titleOf, measure, budget, label }: Props) {
  return (
    <ComposedChart
      aria-label={label}
      className="size-full"
      data={days}
      margin={{ top: 20, right: 8, bottom: 0, left: 0 }}
      responsive
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        axisLine={{ stroke: 'var(--line-strong)' }}
        dataKey="day"
        minTickGap={24}
        tick={tick}
        tickFormatter={dayName}
        tickLine={false}
      />
      <YAxis
        allowDecimals={measure.scale !== 1}
        axisLine={false}
        tick={tick}
        tickFormatter={measure.tick}
        tickLine={false}
        width="auto"
      />
      <Tooltip
        content={({ active, label: day }) => (
          <UsageTooltip
            day={active ? days.find((one) => one.day === day) : undefined}
            measure={measure}
            series={series}
            titleOf={titleOf}
          />
        )}
        cursor={{ stroke: 'var(--line-strong)', strokeDasharray: '3 3' }}
        isAnimationActive={false}
      />
      {series.map((one, place) => (
        <Bar
          dataKey={({ bands }: PlotDay) => bands[one.name]}
          fill={seriesFill(place)}
          isAnimationActive={false}
          key={one.name}
          maxBarSize={56}
          name={titleOf(one)}
          stackId="all"
        />
      ))}
      <Line
        dataKey="projected"
        dot={false}
        isAnimationActive={false}
        name="Projected"
        stroke="var(--ink)"
        strokeDasharray="2 4"
        strokeWidth={2}
      />
      {budget !== undefined && (
        <ReferenceLine
          ifOverflow="extendDomain"
          label={{
            value: `Owner budget: ${measure.text(budget)}`,
            position: 'insideBottomLeft',
            fill: 'var(--bad)',
            fontSize,
          }}
          stroke="var(--bad)"
          strokeDasharray="8 4"
          strokeWidth={1.5}
          y={budget}
        />
      )}
    </ComposedChart>
  );
}

interface UsageTooltipProps {
  readonly day: PlotDay | undefined;
  readonly series: readonly Series[];
  readonly titleOf: (series: Series) => string;
  readonly measure: Measure;
}

/** One day of the plot, read out as the arrow keys move between days. */
function UsageTooltip({ day, series, titleOf, measure }: UsageTooltipProps) {
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
