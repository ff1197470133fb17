import type { Contestant } from './contestant.ts';
import { environmentOf } from './environment.ts';
import { type Measurement, measure } from './measure.ts';
import type { StubServer } from './stub/stub-server.ts';

export interface Result {
  readonly measurements: readonly Measurement[];
  /** What its first call asked of AWS and of agents, sorted: calls that run in parallel arrive in any order. */
  readonly calls: readonly string[];
}

export interface Outcome {
  readonly results: ReadonlyMap<string, Result>;
  readonly unmeasured: ReadonlyMap<string, string>;
}

/**
 * Measures all contestants in rounds, each once in a round and one at a time, so that a slow moment of the machine
 * affects all alike. Every second round runs backwards, so that a contestant changes its neighbour. A first round warms
 * the disk cache and does not count. A contestant that calls an unknown operation of the stub in it, or answers
 * wrongly, is left out: a quick error is no good time.
 *
 * @throws when a process does so later.
 */
export async function race(
  contestants: readonly Contestant[],
  rounds: number,
  stub: StubServer,
  home: string,
  onRound: (round: number) => void,
): Promise<Outcome> {
  onRound(0);
  const unmeasured = new Map<string, string>();
  for (const contestant of contestants) {
    const reason = await measureOne(contestant, stub, home).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (reason !== undefined) unmeasured.set(contestant.name, reason);
  }
  const results = new Map<string, { measurements: Measurement[]; calls: readonly string[] }>();
  const able = contestants.filter(({ name }) => !unmeasured.has(name));
  for (let round = 1; round <= rounds; round += 1) {
    onRound(round);
    for (const contestant of round % 2 === 0 ? able : able.toReversed()) {
      const { measurement, calls } = await measureOne(contestant, stub, home);
      const result = results.get(contestant.name) ?? { measurements: [], calls };
      results.set(contestant.name, result);
      result.measurements.push(measurement);
    }
  }
  return { results, unmeasured };
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
