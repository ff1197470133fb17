import { useState } from 'react';
import { type Measurement, useMeasurements } from '../../../data/sandbox-logs.ts';
import { Card } from '../../../ui/card.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { Plot, type Series } from './plot.tsx';

const ranges = [1, 6, 24] as const;

/** CPU, memory, disk and network of a sandbox, one value a minute. */
export function MeasurementCard({ sandboxId, isRunning }: { readonly sandboxId: string; readonly isRunning: boolean }) {
  const [hours, setHours] = useState<number>(1);
  const measurements = useMeasurements(sandboxId, hours, isRunning);
  return (
    <Card
      actions={
        <label className="flex items-center gap-2 text-sm">
          <span className="sr-only">Time range</span>
          <select
            className="min-h-9 rounded-lg border border-line-strong bg-surface px-2"
            onChange={({ target }) => setHours(Number(target.value))}
            value={hours}
          >
            {ranges.map((range) => (
              <option key={range} value={range}>
                Last {range === 1 ? 'hour' : `${range} hours`}
              </option>
            ))}
          </select>
        </label>
      }
      title="Measurements"
    >
      <QueryStates query={measurements}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-soft text-sm">
              {isRunning
                ? 'None yet. A running sandbox measures itself once a minute. Sandboxes on macOS cannot.'
                : 'None in this time. A sandbox measures itself while it runs.'}
            </p>
          ) : (
            <Plots items={items} />
          )
        }
      </QueryStates>
    </Card>
  );
}

function Plots({ items }: { readonly items: readonly Measurement[] }) {
  const last = items.at(-1);
  const plots: readonly (readonly [title: string, series: readonly Series[], most: number | null])[] = [
    [
      'CPU',
      [{ name: 'CPU', of: ({ cpu_percent: percent }) => percent, text: (value) => `${Math.round(value)} %` }],
      last?.vcpu ? last.vcpu * 100 : null,
    ],
    ['Memory', [{ name: 'Memory', of: (one) => one.memory_used_bytes, text: size }], last?.memory_total_bytes ?? null],
    ['Disk', [{ name: 'Disk', of: (one) => one.disk_used_bytes, text: size }], last?.disk_total_bytes ?? null],
    [
      'Network, each minute',
      [
        { name: 'Received', of: (one) => one.network_received_bytes, text: size },
        { name: 'Sent', of: (one) => one.network_sent_bytes, text: size },
      ],
      null,
    ],
  ];
  const known = plots.filter(([, series]) => items.some((item) => series.some(({ of }) => of(item) !== null)));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {known.map(([title, series, most]) => (
        <Plot items={items} key={title} most={most} series={series} title={title} />
      ))}
    </div>
  );
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}
