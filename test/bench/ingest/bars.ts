import type { BatchCost, HistoryCosts } from './measure-ingest.ts';

export const bars = {
  /** CPU time of an event in batches of 25, relative to a single event. */
  batchedCpu: 0.25,
  /** Write units of an event in batches of 25: two for its row, one in the index, and its share of the counts. */
  batchedWrites: 4,
  /** Times with a long history, relative to a short one. */
  historyTime: 1.3,
} as const;

/** Bars for CI: the times of three runs on a busy machine mean nothing, but the units do. */
export const shortBars: Readonly<Record<keyof typeof bars, number>> = {
  ...bars,
  batchedCpu: Number.POSITIVE_INFINITY,
  historyTime: Number.POSITIVE_INFINITY,
};

/** @returns a sentence for each missed bar */
export function missesOf(
  costs: readonly BatchCost[],
  { short, long, pageRatio, appendRatio }: HistoryCosts,
  allowed: Readonly<Record<keyof typeof bars, number>>,
): readonly string[] {
  const [alone, batched] = [1, 25].map((wanted) => costs.find(({ size }) => size === wanted));
  if (!alone || !batched) throw new Error('Batches of 1 and of 25 were not measured.');
  const cpuRatio = batched.cpuMs / batched.size / alone.cpuMs;
  const writes = batched.writeUnits / batched.size;
  const over = (name: string, value: number, most: number) =>
    value > most ? [`${name}: ${value.toFixed(2)}, ${most} is allowed`] : [];
  return [
    ...over('CPU of an event in a batch of 25, of one alone', cpuRatio, allowed.batchedCpu),
    ...over('write units of an event in a batch of 25', writes, allowed.batchedWrites),
    ...over(`read units of the last page of ${long.events} events`, long.pageUnits, short.pageUnits),
    ...over(`write units of a batch behind ${long.events} events`, long.appendUnits, short.appendUnits),
    ...over('time of the last page of a long history', pageRatio, allowed.historyTime),
    ...over('time of a batch behind a long history', appendRatio, allowed.historyTime),
  ];
}
