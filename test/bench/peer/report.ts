import { median, quantile } from '../statistics.ts';
import type { Side } from './measures.ts';
import { PEER_VERSION } from './peer.ts';
import { type RowName, rowNames } from './rows.ts';

/** The runs of each side; without the peer, ours alone. */
export interface Sides {
  readonly ours: readonly Side[];
  readonly peer: readonly Side[];
  readonly mended: readonly Side[];
}

/** The rows in which this service needs more CPU than the peer or the mended peer, each in a sentence. */
export function missesOf(sides: Sides, allowed: number): readonly string[] {
  return rowNames.flatMap((row) =>
    (['peer', 'mended'] as const).flatMap((name) => {
      if (sides[name].length === 0) return [];
      const ratio = cpuOf(sides.ours, row) / cpuOf(sides[name], row);
      return ratio > allowed ? [`${row}: ${ratio.toFixed(2)} of the CPU of the ${name}, ${allowed} is allowed`] : [];
    }),
  );
}

export function report(sides: Sides): string {
  const hasPeer = sides.peer.length > 0;
  const names = hasPeer ? (['ours', 'peer', 'mended'] as const) : (['ours'] as const);
  const of = (digits: number, value: (runs: readonly Side[]) => number): string[] =>
    names.map((name) => value(sides[name]).toFixed(digits));
  const rows = rowNames.map((row) => [
    row,
    ...of(2, (runs) => cpuOf(runs, row)),
    ...of(1, (runs) => quantile(timesOf(runs, row), 0.5)),
    ...of(1, (runs) => quantile(timesOf(runs, row), 0.99)),
    median(sides.ours.map((side) => side[row].local?.gateway ?? 0)).toFixed(2),
    median(sides.ours.map((side) => side[row].local?.database ?? 0)).toFixed(2),
  ]);
  const headings = [
    '',
    ...['CPU ms', 'p50 ms', 'p99 ms'].flatMap((figure) => names.map((name) => `${figure} ${name}`)),
  ];
  return [table([...headings, 'local gateway CPU ms', 'local database CPU ms'], rows), legend(hasPeer)].join('\n\n');
}

function legend(hasPeer: boolean): string {
  const own = [
    'Ours: authorizer and endpoint, the bundles that are deployed, in the local service. Its p50 and p99 are those of',
    'the whole local service, with what stands for API Gateway and DynamoDB, whose CPU is shown apart.',
  ];
  const others = [
    `The peer is the app server of openhands-ai ${PEER_VERSION} with its SQLite database, without its limit of`,
    'requests; the mended one makes one HTTP client instead of one for each request. Both sides have the same conversations and',
    'no sandbox runs; ours lists one that is paused, the peer none.',
  ];
  return [...own, ...(hasPeer ? others : [])].join('\n');
}

function cpuOf(runs: readonly Side[], row: RowName): number {
  return median(runs.map((side) => side[row].cpu));
}

function timesOf(runs: readonly Side[], row: RowName): readonly number[] {
  return runs.flatMap((side) => side[row].milliseconds);
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = `|${headings.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}
