import type { BatchCost, HistoryCost, HistoryCosts } from './measure-ingest.ts';

const headings = ['events of a batch', 'CPU of an event, ms', 'calls', 'write units of an event'];

export function reportBatches(costs: readonly BatchCost[]): string {
  const rows = costs.map(({ size, cpuMs, calls, writeUnits }) => [
    String(size),
    (cpuMs / size).toFixed(2),
    calls.toFixed(0),
    (writeUnits / size).toFixed(1),
  ]);
  return tableOf(headings, rows);
}

const historyHeadings = [
  'events of a history',
  'last page, read units',
  'ms',
  'batch of 5 behind it, write units',
  'ms',
];

export function reportHistories({ short, long }: HistoryCosts): string {
  const row = ({ events, pageUnits, pageMs, appendUnits, appendMs }: HistoryCost) =>
    [events, pageUnits, pageMs.toFixed(1), appendUnits, appendMs.toFixed(1)].map(String);
  return tableOf(historyHeadings, [row(short), row(long)]);
}

function tableOf(names: readonly string[], rows: readonly (readonly string[])[]): string {
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
