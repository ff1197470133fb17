import type { Contestant } from './contestant.ts';
import { environmentOf } from './environment.ts';
import { type Measurement, measure } from './measure.ts';
import type { StubServer } from './stub/stub-server.ts';

export interface Result {
  /** One for each round, in the order of the rounds. */
  readonly measurements: readonly Measurement[];
  /** What its first call asked of AWS and of agents, sorted: calls that run in parallel arrive in any order. */
  readonly calls: readonly string[];
}

/**
 * Measures all contestants in rounds, each once in a round and one at a time, so that whatever slows the machine down hits all alike. Every second round goes
 * backwards, so that nobody always has the same neighbour. A first round warms the disk cache and does not count.
 *
 * @throws when a process does not answer as it should: a quick error is no good time.
 */
export async function race(
  contestants: readonly Contestant[],
  rounds: number,
  stub: StubServer,
  home: string,
  onRound: (round: number) => void,
): Promise<ReadonlyMap<string, Result>> {
  const results = new Map<string, { measurements: Measurement[]; calls: readonly string[] }>();
  for (let round = 0; round <= rounds; round += 1) {
    onRound(round);
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const { measurement, calls } = await measureOne(contestant, stub, home);
      const result = results.get(contestant.name) ?? { measurements: [], calls };
      results.set(contestant.name, result);
      if (round > 0) result.measurements.push(measurement);
    }
  }
  return results;
}

async function measureOne(contestant: Contestant, stub: StubServer, home: string) {
  const { name, module, event, world, functionId } = contestant;
  stub.reset(world);
  try {
    const { measurement, answer, complaints } = await measure(module, event, environmentOf(functionId, stub.url, home));
    const calls = stub.calls.toSorted();
    const fault = complaints[0] ?? calls.find((call) => call.endsWith(')')) ?? contestant.faultOf(answer, calls);
    if (fault !== undefined) throw new Error(fault);
    return { measurement, calls };
  } catch (cause) {
    throw new Error(`${name} did not answer its first call: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
