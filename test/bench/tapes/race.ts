import { inLanes } from './lanes.ts';
import { type Course, type Measured, type Measurement, measure } from './measure.ts';

export interface Contestant extends Measured {
  /** Unlike that of any other build of the same function. */
  readonly name: string;
  /** What it does after its second call in a round. */
  readonly course: (round: number) => Course;
  /** Is left out when it cannot play its tape: code of another time makes other calls. */
  readonly isOptional?: boolean;
}

/**
 * Measures all contestants in rounds, each once in a round, so that a slow moment of the machine affects all alike.
 * Every second round runs backwards, so that a contestant changes its neighbours. A first round warms the disk cache
 * and does not count.
 *
 * @throws Error that names every function that could not be measured in the first round, or the one that failed later
 */
export async function race(
  contestants: readonly Contestant[],
  rounds: number,
  onRound: (round: number) => void,
): Promise<ReadonlyMap<string, readonly Measurement[]>> {
  onRound(0);
  const failures: string[] = [];
  const areAble = await inLanes(contestants, async (contestant) => {
    try {
      await measure(contestant, contestant.course(0));
      return true;
    } catch (error) {
      const said = `${contestant.name}: ${error instanceof Error ? error.message : error}`;
      if (contestant.isOptional) console.error(`Left out: ${said.slice(0, 300)}`);
      else failures.push(said);
      return false;
    }
  });
  if (failures.length > 0) throw new Error(failures.join('\n'));
  const able = contestants.filter((_, place) => areAble[place]);
  const results = new Map<string, Measurement[]>(able.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    onRound(round);
    await inLanes(round % 2 === 0 ? able : able.toReversed(), async (contestant) => {
      results.get(contestant.name)?.push(await measure(contestant, contestant.course(round)));
    });
  }
  return results;
}
