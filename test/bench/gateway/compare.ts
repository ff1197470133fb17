import { median, quantile } from '../statistics.ts';
import { load, type OperationName, operations, type Round, send } from './load.ts';
import type { Side } from './sides.ts';

export interface Options {
  readonly rounds: number;
  readonly requests: number;
  readonly clients: number;
}

export interface Comparison {
  readonly operation: OperationName;
  readonly on: Figures;
  readonly off: Figures;
}

/** Requests per second are the median of the rounds; the times, in milliseconds, are of all requests. */
interface Figures {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const SEEDS = 20;

/** Alternates both sides by operation and round: a slow moment affects both, and their lists grow alike. */
export async function compare(
  sides: readonly [on: Side, off: Side],
  options: Options,
  onRound: (round: number) => void,
): Promise<readonly Comparison[]> {
  const ids = new Map<Side, string>();
  for (const side of sides) ids.set(side, await prepare(side, options));
  const rounds = new Map<string, Round[]>();
  for (let round = 1; round <= options.rounds; round += 1) {
    onRound(round);
    for (const operation of operations) {
      for (const side of round % 2 === 0 ? sides.toReversed() : sides) {
        const measured = await load(side, operation, ids.get(side) ?? '', options);
        const key = `${operation}/${side.name}`;
        rounds.set(key, [...(rounds.get(key) ?? []), measured]);
      }
    }
  }
  return operations.map((operation) => ({
    operation,
    on: figuresOf(rounds.get(`${operation}/on`) ?? []),
    off: figuresOf(rounds.get(`${operation}/off`) ?? []),
  }));
}

async function prepare(side: Side, { clients }: Options): Promise<string> {
  const made = Object(await send(side, 'create', '')) as { conversation_id: string };
  for (const operation of operations)
    await load(side, operation, made.conversation_id, { requests: SEEDS - 1, clients });
  return made.conversation_id;
}

function figuresOf(rounds: readonly Round[]): Figures {
  const all = rounds.flatMap(({ milliseconds }) => milliseconds);
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
  };
}

const headings = ['', 'req/s on', 'off', 'ratio', 'p50 on', 'off', 'ratio', 'p99 on', 'off', 'ratio'];

export function report(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ operation, on, off }) => [
    operation,
    ...(['requestsPerSecond', 'p50', 'p99'] as const).flatMap((figure) => [
      on[figure].toFixed(1),
      off[figure].toFixed(1),
      (on[figure] / off[figure]).toFixed(2),
    ]),
  ]);
  const table = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
