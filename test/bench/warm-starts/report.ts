import { median, quantile } from '../statistics.ts';
import type { Start } from './contestant.ts';

/** What must be true of a run on a quiet machine, in milliseconds; and of any run, as a share of a cold start. */
const bars = { warmReadyMs: 1_500, warmOfCold: 0.85 } as const;

interface Measured {
  readonly warm: readonly Start[];
  readonly cold: readonly Start[];
}

/** The table of a run, as Markdown. */
export function tableOf({ warm, cold }: Measured): string {
  const line = (name: string, starts: readonly Start[]) => {
    const [running, ready] = [starts.map(({ runningMs }) => runningMs), starts.map(({ readyMs }) => readyMs)];
    const cells = [median(running), median(ready), quantile(ready, 0.95), Math.min(...ready), Math.max(...ready)];
    return `| ${[name, starts.length, ...cells.map((each) => Math.round(each))].join(' | ')} |`;
  };
  return [
    '| start | runs | sandbox RUNNING, median ms | READY, median ms | p95 | shortest | longest |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    line('warm', warm),
    line('cold', cold),
    '',
    `A warm start takes ${ratioOf({ warm, cold }).toFixed(2)} of a cold one (median of READY by median of READY).`,
  ].join('\n');
}

/** The bars that a run missed, each in a sentence. */
export function missedBars(measured: Measured, isShort: boolean): readonly string[] {
  const ready = median(measured.warm.map(({ readyMs }) => readyMs));
  const ratio = ratioOf(measured);
  return [
    ...(ratio > bars.warmOfCold
      ? [`warm-of-cold: a warm start takes ${ratio.toFixed(2)} of a cold one, more than ${bars.warmOfCold}`]
      : []),
    ...(!isShort && ready > bars.warmReadyMs
      ? [`warm-ready: the median of warm starts is ${Math.round(ready)} ms, more than ${bars.warmReadyMs}`]
      : []),
  ];
}

function ratioOf({ warm, cold }: Measured): number {
  const ready = (starts: readonly Start[]) => median(starts.map(({ readyMs }) => readyMs));
  return ready(warm) / ready(cold);
}
