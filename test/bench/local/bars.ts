import { type Figures, growthKilobytes } from './figures.ts';
import { operations } from './scene.ts';

/** The most of the full run. */
const FULL = { startMilliseconds: 5_000, idlePercent: 2, cpuRatio: 0.5, growthKilobytes: 100 } as const;

/** Of the short one, on machines that others load: only what is grossly worse than before, or hangs, fails. */
const SHORT = { startMilliseconds: 180_000, idlePercent: 10, cpuRatio: 1.2, growthKilobytes: 2_000 } as const;

/** Every bar that is missed, in a sentence. CPU times are compared as multiples of those of a plain server. */
export function missesOf(now: Figures, before: Figures, isShort: boolean): readonly string[] {
  const bars = isShort ? SHORT : FULL;
  const growth = growthKilobytes(now.memory);
  return [
    ...(now.startMilliseconds > bars.startMilliseconds
      ? [`a start takes ${(now.startMilliseconds / 1000).toFixed(1)} s, ${bars.startMilliseconds / 1000} are allowed`]
      : []),
    ...(now.idlePercent > bars.idlePercent
      ? [`the idle service takes ${now.idlePercent.toFixed(1)} % of a core, ${bars.idlePercent} are allowed`]
      : []),
    ...(growth > bars.growthKilobytes
      ? [`1,000 lists leave ${growth.toFixed(0)} KB more in the gateway, ${bars.growthKilobytes} are allowed`]
      : []),
    ...operations.flatMap((operation) => {
      const ratio =
        now.operations[operation].cpu.all / now.floor / (before.operations[operation].cpu.all / before.floor);
      const problem = `${operation}: CPU of a request is ${ratio.toFixed(2)} of before, ${bars.cpuRatio} is allowed`;
      return ratio > bars.cpuRatio ? [problem] : [];
    }),
  ];
}
