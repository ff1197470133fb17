import { type Figures, growthKilobytes } from './figures.ts';
import { kinds } from './processes.ts';
import { operations } from './scene.ts';

/** Markdown: the service of this checkout beside that of the time before, as far as that is kept. */
export function report(now: Figures, before: Figures | undefined): string {
  return [
    table(
      ['', ...sides('requests/s', before), ...sides('p50 ms', before), ...sides('p99 ms', before)],
      operations.map((operation) => [
        operation,
        ...values((figures) => figures.operations[operation].requestsPerSecond, 0, now, before),
        ...values((figures) => figures.operations[operation].p50, 1, now, before),
        ...values((figures) => figures.operations[operation].p99, 1, now, before),
      ]),
    ),
    'CPU milliseconds of a request, by processes. A create counts with all that it begins.',
    table(
      ['', ...['all', ...kinds].flatMap((kind) => sides(kind, before))],
      operations.map((operation) => [
        operation,
        ...(['all', ...kinds] as const).flatMap((kind) =>
          values((figures) => figures.operations[operation].cpu[kind], 2, now, before),
        ),
      ]),
    ),
    table(
      ['', ...sides('', before).map((name) => name.trim() || 'now')],
      [
        ['start to ready, s', ...values((figures) => figures.startMilliseconds / 1000, 2, now, before)],
        ['idle, % of a core', ...values((figures) => figures.idlePercent, 2, now, before)],
        ['a plain Node server, CPU ms of a request', ...values((figures) => figures.floor, 3, now, before)],
        ['lists in the run that looks at memory', ...values(({ memory }) => memory.requests, 0, now, before)],
        ['gateway, live MB at the end', ...values(({ memory }) => memory.liveMegabytes.at(-1) ?? 0, 1, now, before)],
        ['gateway, live KB more for 1,000 lists', ...values(({ memory }) => growthKilobytes(memory), 0, now, before)],
        [
          'gateway, resident MB, most',
          ...values(({ memory }) => Math.max(...memory.residentMegabytes), 0, now, before),
        ],
      ],
    ),
  ].join('\n\n');
}

function sides(name: string, before: Figures | undefined): string[] {
  return before ? [`${name} before`, `${name} now`] : [name];
}

function values(of: (figures: Figures) => number, digits: number, now: Figures, before: Figures | undefined): string[] {
  return (before ? [before, now] : [now]).map((figures) => of(figures).toFixed(digits));
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = `|${headings.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}
