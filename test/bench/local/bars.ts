import { type Figures, growthKilobytes } from './figures.ts';
import { type OperationName, operations } from './scene.ts';

/** The most of the full run. */
const FULL = { startMilliseconds: 5_000, idlePercent: 2, cpuRatio: 0.5, growthKilobytes: 100 } as const;

/**
 * Of the short run, as multiples of a plain server that is measured beside it: CPU of a request, and how many requests
 * of a second that server answers for each one of the service. Some three times what they usually are.
 */
const SHORT: Readonly<Record<OperationName, { readonly cpu: number; readonly rate: number }>> = {
  list: { cpu: 1_000, rate: 1_000 },
  get: { cpu: 900, rate: 1_000 },
  create: { cpu: 9_000, rate: 6_000 },
};

/** Live objects of the gateway at the end, by those when its caches were filled. */
const SHORT_MEMORY = 1.2;

/** Every bar that is missed, in a sentence. CPU times are compared as multiples of those of a plain server. */
export function missesOf(now: Figures, before: Figures): readonly string[] {
  const growth = growthKilobytes(now.memory);
  return [
    ...(now.startMilliseconds > FULL.startMilliseconds
      ? [`a start takes ${(now.startMilliseconds / 1000).toFixed(1)} s, ${FULL.startMilliseconds / 1000} are allowed`]
      : []),
    ...(now.idlePercent > FULL.idlePercent
      ? [`the idle service takes ${now.idlePercent.toFixed(1)} % of a core, ${FULL.idlePercent} are allowed`]
      : []),
    ...(growth > FULL.growthKilobytes
      ? [`1,000 lists leave ${growth.toFixed(0)} KB more in the gateway, ${FULL.growthKilobytes} are allowed`]
      : []),
    ...operations.flatMap((operation) => {
      const ratio =
        now.operations[operation].cpu.all / now.floor / (before.operations[operation].cpu.all / before.floor);
      const problem = `${operation}: CPU of a request is ${ratio.toFixed(2)} of before, ${FULL.cpuRatio} is allowed`;
      return ratio > FULL.cpuRatio ? [problem] : [];
    }),
  ];
}

/**
 * Every bar that a short run misses: ratios alone, so that machines that others load keep them too. Idleness has none,
 * as a start leaves work behind for longer than a short run lasts.
 */
export function shortMissesOf({ floor, floorRequestsPerSecond, operations: of, memory }: Figures): readonly string[] {
  const [, early = 0] = memory.liveMegabytes;
  const ratios: readonly (readonly [what: string, ratio: number, most: number])[] = [
    ...operations.flatMap((operation) => {
      const { cpu, requestsPerSecond } = of[operation];
      const { cpu: mostCpu, rate } = SHORT[operation];
      const slower = (floorRequestsPerSecond ?? 0) / requestsPerSecond;
      return [
        [`${operation}: CPU of a request, by a plain server's`, cpu.all / floor, mostCpu],
        [`${operation}: requests a second of a plain server, by the service's`, slower, rate],
      ] as const;
    }),
    [
      'live objects of the gateway at the end, by those before',
      (memory.liveMegabytes.at(-1) ?? 0) / early,
      SHORT_MEMORY,
    ],
  ];
  return ratios
    .filter(([, ratio, most]) => !(ratio <= most))
    .map(([what, ratio, most]) => `${what}: ${ratio.toFixed(2)}, ${most} is allowed`);
}
