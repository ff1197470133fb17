import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median, quantile } from '../statistics.ts';
import type { BrokerBenchScene } from './broker-bench-scene.ts';
import { clockMs, delaysIn, type StreamAsked } from './provider.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Milliseconds of one way to the model. */
export interface Delays {
  /** From the request to the first token. */
  readonly first: readonly number[];
  /** From a token's way out of the provider to the agent. */
  readonly token: readonly number[];
}

/** Streams by turns from the provider and through the broker, so that other load affects both. */
export async function measureDelays(scene: BrokerBenchScene, runs: number, asked: StreamAsked) {
  const key = await scene.conversation();
  const ways = { direct: () => scene.direct(asked), brokered: () => scene.brokered(key, asked) };
  const delays = { direct: noDelays(), brokered: noDelays() };
  // The first round loads code, and does not count.
  for (let round = -1; round < runs; round += 1) {
    for (const way of ['direct', 'brokered'] as const) {
      const { first, token } = await once(ways[way]());
      if (round < 0) continue;
      delays[way].first.push(first);
      delays[way].token.push(...token);
    }
  }
  return delays satisfies Record<string, Delays>;
}

const noDelays = (): { readonly first: number[]; readonly token: number[] } => ({ first: [], token: [] });

async function once(stream: AsyncIterable<string>) {
  const begin = clockMs();
  let first: number | undefined;
  const token: number[] = [];
  for await (const piece of stream) {
    const delays = delaysIn(piece);
    if (delays.length > 0) first ??= clockMs() - begin;
    token.push(...delays);
  }
  if (first === undefined) throw new Error('The stream had no token.');
  return { first, token };
}

export const row = (values: readonly number[]) => ({ p50: median(values), p95: quantile(values, 0.95) });

export interface StreamCost {
  /** CPU time of the process for one token that comes alone, in milliseconds. */
  readonly cpuMsPerToken: number;
  /** CPU time of a call with a single token. */
  readonly cpuMsPerCall: number;
}

/** CPU of `streams` calls at a time, whose tokens come at the pace of a model. */
export async function measureCpu(scene: BrokerBenchScene, streams: number, asked: StreamAsked): Promise<StreamCost> {
  const keys = await Promise.all(Array.from({ length: streams }, () => scene.conversation()));
  const cpuOf = async (each: StreamAsked) => {
    const before = process.cpuUsage();
    await Promise.all(keys.map((key) => drain(scene.brokered(key, each))));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / streams;
  };
  await cpuOf({ pieces: 10, everyMs: 0 });
  const short = await cpuOf({ pieces: 1, everyMs: 0 });
  const long = await cpuOf(asked);
  return { cpuMsPerCall: short, cpuMsPerToken: (long - short) / (asked.pieces - 1) };
}

/** The growth of the heap at the end of one stream, in megabytes, after a collection of garbage. */
export async function measureMemory(scene: BrokerBenchScene, asked: StreamAsked): Promise<number> {
  const key = await scene.conversation();
  await drain(scene.brokered(key, { pieces: 10, everyMs: 0 }));
  collect();
  const before = process.memoryUsage();
  let tokens = 0;
  let most = 0;
  for await (const piece of scene.brokered(key, asked)) {
    tokens += delaysIn(piece).length;
    if (tokens < asked.pieces - 1 || most > 0) continue;
    collect();
    const now = process.memoryUsage();
    most = now.heapUsed + now.external - before.heapUsed - before.external;
  }
  return most / 1024 ** 2;
}

async function drain(stream: AsyncIterable<string>): Promise<void> {
  for await (const _ of stream);
}
