import { useId } from 'react';
import type { Measurement } from '../../../data/sandbox-logs.ts';

export interface Series {
  readonly name: string;
  readonly of: (item: Measurement) => number | null;
  readonly text: (value: number) => string;
}

interface Props {
  readonly title: string;
  readonly items: readonly Measurement[];
  readonly series: readonly Series[];
  /** The top of the plot: the size of the sandbox. By default, the largest value. */
  readonly most: number | null;
}

/** In units of the drawing. */
const WIDTH = 300;
const HEIGHT = 80;

/** Longer gaps are times without a measurement, such as a pause. In milliseconds. */
const GAP = 150_000;

const strokes = ['text-accent', 'text-warn'] as const;

/** Lines over time, with a table of the same values for screen readers. */
export function Plot({ title, items, series, most }: Props) {
  const id = useId();
  const values = items.flatMap((item) => series.map(({ of }) => of(item) ?? 0));
  const top = most ?? Math.max(1, ...values);
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return null;
  const [begin, end] = [Date.parse(first.time), Date.parse(last.time)];
  const x = (time: string) => (end === begin ? WIDTH : ((Date.parse(time) - begin) / (end - begin)) * WIDTH);
  const y = (value: number) => HEIGHT - (Math.min(value, top) / top) * HEIGHT;
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption className="flex flex-wrap justify-between gap-x-3 text-xs" id={id}>
        <span className="font-medium">{title}</span>
        <span className="text-ink-soft tabular-nums">{nowOf(last, series, most)}</span>
      </figcaption>
      <svg
        aria-hidden="true"
        className="mt-1 h-20 w-full rounded-md border border-line bg-canvas"
        preserveAspectRatio="none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        {series.map(({ name, of }, index) => (
          <path
            className={strokes[index % strokes.length]}
            d={pathOf(items, of, x, y)}
            fill="none"
            key={name}
            stroke="currentColor"
            strokeDasharray={index === 0 ? undefined : '4 3'}
            strokeLinecap="round"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <div className="flex justify-between text-ink-soft text-xs tabular-nums">
        <time dateTime={first.time}>{clock(first.time)}</time>
        <time dateTime={last.time}>{clock(last.time)}</time>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.time}>
              <th scope="row">{clock(item.time)}</th>
              {series.map(({ name, of, text }) => {
                const value = of(item);
                return <td key={name}>{value === null ? 'unknown' : text(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** The latest values: `120 MiB of 4.0 GiB`. */
function nowOf(last: Measurement, series: readonly Series[], most: number | null): string {
  return series
    .map(({ name, of, text }) => {
      const value = of(last);
      if (value === null) return `${name} unknown`;
      const shown = most === null ? text(value) : `${text(value)} of ${text(most)}`;
      return series.length === 1 ? shown : `${name.toLowerCase()} ${shown}`;
    })
    .join(', ');
}

type At<T> = (value: T) => number;

/** A line through the known values, with a gap where none is known. A single value is a dot. */
function pathOf(items: readonly Measurement[], of: Series['of'], x: At<string>, y: At<number>): string {
  let previous = Number.NEGATIVE_INFINITY;
  return items
    .flatMap((item) => {
      const value = of(item);
      if (value === null) return [];
      const time = Date.parse(item.time);
      const place = `${x(item.time).toFixed(1)} ${y(value).toFixed(1)}`;
      const isFar = time - previous > GAP;
      previous = time;
      return [isFar ? `M${place} l0.01 0` : `L${place}`];
    })
    .join(' ');
}

function clock(time: string): string {
  return new Date(time).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}
