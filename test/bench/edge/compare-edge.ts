import { median, quantile } from '../statistics.ts';
import { download, requestsPerSecond, roundTrips, type Sizes, smallRequests, upload } from './measures.ts';

/** What one side did in one round. */
interface EdgeRound {
  readonly milliseconds: readonly number[];
  readonly requestsPerSecond: number;
  readonly uploaded: number;
  readonly downloaded: number;
  readonly roundTrips: readonly number[];
}

/** One figure of both sides. */
export interface EdgeFigure {
  readonly name: string;
  readonly unit: 'ms' | '/s' | 'MB/s';
  readonly direct: number;
  readonly edge: number;
}

/** Alternates both sides by round, after one that does not count: a slow moment of the machine affects both. */
export async function compareEdge(
  sides: { readonly direct: string; readonly edge: string },
  rounds: number,
  sizes: Sizes,
  onRound: (round: number) => void,
): Promise<readonly EdgeFigure[]> {
  const results = { direct: [] as EdgeRound[], edge: [] as EdgeRound[] };
  for (let round = 0; round <= rounds; round += 1) {
    onRound(round);
    const order = ['direct', 'edge'] as const;
    for (const side of round % 2 === 0 ? order : order.toReversed()) {
      const result = await measureSide(sides[side], sizes);
      if (round > 0) results[side].push(result);
    }
  }
  const figure = (name: string, unit: EdgeFigure['unit'], of: (rounds: readonly EdgeRound[]) => number) => ({
    name,
    unit,
    direct: of(results.direct),
    edge: of(results.edge),
  });
  const all = (part: 'milliseconds' | 'roundTrips') => (of: readonly EdgeRound[]) => of.flatMap((round) => round[part]);
  const middle = (part: 'requestsPerSecond' | 'uploaded' | 'downloaded') => (of: readonly EdgeRound[]) =>
    median(of.map((round) => round[part]));
  return [
    figure('small request, median', 'ms', (of) => median(all('milliseconds')(of))),
    figure('small request, p95', 'ms', (of) => quantile(all('milliseconds')(of), 0.95)),
    figure('small requests', '/s', middle('requestsPerSecond')),
    figure('upload', 'MB/s', middle('uploaded')),
    figure('download', 'MB/s', middle('downloaded')),
    figure('WebSocket round trip, median', 'ms', (of) => median(all('roundTrips')(of))),
    figure('WebSocket round trip, p95', 'ms', (of) => quantile(all('roundTrips')(of), 0.95)),
  ];
}

async function measureSide(base: string, sizes: Sizes): Promise<EdgeRound> {
  return {
    milliseconds: await smallRequests(base, sizes),
    requestsPerSecond: await requestsPerSecond(base, sizes),
    uploaded: await upload(base, sizes),
    downloaded: await download(base, sizes),
    roundTrips: await roundTrips(base, sizes),
  };
}

export function reportEdge(figures: readonly EdgeFigure[]): string {
  const rows = figures.map(({ name, unit, direct, edge }) => [
    `${name} (${unit})`,
    direct.toFixed(2),
    edge.toFixed(2),
    unit === 'ms' ? (edge - direct).toFixed(2) : '',
    (edge / direct).toFixed(2),
  ]);
  const table = [['', 'direct', 'edge', 'added', 'ratio'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return table.map((row) => line(row).join('  ')).join('\n');
}
