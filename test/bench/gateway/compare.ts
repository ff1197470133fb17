import { median, quantile } from '../statistics.ts';
import { load, type OperationName, operations, type Round, send } from './load.ts';
import type { Side } from './sides.ts';

export interface Options {
  readonly rounds: number;
  /** In each round, of each operation and side. */
  readonly requests: number;
  /** How many wait for an answer at once. */
  readonly clients: number;
}

/** One operation with everything on, beside the same with everything off. */
export interface Comparison {
  readonly operation: OperationName;
  readonly on: Figures;
  readonly off: Figures;
}

/** Requests per second are the median of the rounds; the times, in milliseconds, are of all requests. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** What a list finds at the beginning. */
const SEEDS = 20;

/**
 * Lets both sides take turns, operation by operation and round by round, so that whatever slows the machine down hits both alike; who goes first alternates. Both
 * create as much, so that their lists grow alike.
 */
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

/** Something to list and to get, and functions that are warm. @returns the id of a conversation. */
async function prepare(side: Side, { clients }: Options): Promise<string> {
  const made = Object(await send(side, 'create', '')) as { app_conversation_id: string };
  for (const operation of operations)
    await load(side, operation, made.app_conversation_id, { requests: SEEDS - 1, clients });
  return made.app_conversation_id;
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

/** Everything as a table, for people. */
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
