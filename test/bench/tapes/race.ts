import { type Course, type Measured, type Measurement, measure } from './measure.ts';

export interface Contestant extends Measured {
  /** Unlike that of any other build of the same function. */
  readonly name: string;
  /** What it does after its second call in a round. */
  readonly course: (round: number) => Course;
}

/**
 * Measures all contestants in rounds, each once in a round and one at a time, so that a slow moment of the machine
 * affects all alike. Every second round runs backwards, so that a contestant changes its neighbour. A first round warms
 * the disk cache and does not count.
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
  for (const contestant of contestants) {
    await measure(contestant, contestant.course(0)).catch((error: Error) =>
      failures.push(`${contestant.name}: ${error.message}`),
    );
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  const results = new Map<string, Measurement[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    onRound(round);
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed())
      results.get(contestant.name)?.push(await measure(contestant, contestant.course(round)));
  }
  return results;
}
