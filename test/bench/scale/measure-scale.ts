import type { ScaleFigures } from './scale-bars.ts';
import { beyondLimits, troubles } from './scenarios/beyond-limits.ts';
import { burst } from './scenarios/burst.ts';
import { sweepOf } from './scenarios/sweep.ts';

interface Sizes {
  readonly bursts: readonly number[];
  readonly sweeps: readonly number[];
  readonly startsInTrouble: number;
}

export const sizes = {
  whole: { bursts: [100, 1_000, 10_000], sweeps: [0, 100, 1_000, 10_000], startsInTrouble: 1_000 },
  short: { bursts: [100, 1_000], sweeps: [0, 100, 1_000], startsInTrouble: 100 },
} as const satisfies Readonly<Record<string, Sizes>>;

/** @param progress hears what was measured */
export async function measureScale(
  { bursts, sweeps, startsInTrouble }: Sizes,
  progress: (done: string) => void,
): Promise<ScaleFigures> {
  const each = async <T, R>(all: readonly T[], measure: (one: T) => Promise<R>, name: (one: T) => string) => {
    const results: R[] = [];
    for (const one of all) {
      results.push(await measure(one));
      progress(name(one));
    }
    return results;
  };
  return {
    bursts: await each(bursts, burst, (starts) => `burst of ${starts}`),
    sweeps: await each(sweeps, sweepOf, (sandboxes) => `sweep of ${sandboxes}`),
    recoveries: await each(
      troubles,
      (trouble) => beyondLimits(trouble, startsInTrouble),
      ({ name }) => name,
    ),
  };
}
