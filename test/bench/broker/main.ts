/**
 * `npm run bench:broker [-- --runs 30] [--short]`: what the model broker adds to a direct call of a model, what a long
 * stream costs it, and what 1,000 conversations at a time need.
 *
 * The results decide whether a function can stand between agents and models, with which memory, and whether its tokens
 * have to be handled in pieces instead of one by one.
 */
import { parseArgs } from 'node:util';
import { startServiceTables } from '../../support/service-tables.ts';
import { shareOf } from '../core-share.ts';
import { median } from '../statistics.ts';
import { BrokerBenchScene } from './broker-bench-scene.ts';
import { measureCpu, measureDelays, measureMemory, row } from './measure.ts';
import { delaysIn, serveProvider, startProvider } from './provider.ts';
import { RequestMeter } from './request-meter.ts';
import { MEMORY, needsOf } from './thousand.ts';

const bars = {
  /** Milliseconds that a token waits longer than in a direct call, of all tokens. */
  tokenMs: 2,
  /** The part of its share of a core that a stream needs. */
  core: 0.1,
  /** Megabytes by which a stream of 30,000 tokens grows the heap more than one of 3,000. */
  megabytes: 8,
  /** Requests to DynamoDB that a call waits for. */
  requests: 8,
} as const;

/** A fast model: a token every 20 ms. Ten minutes of it are 30,000 tokens. */
const pace = { everyMs: 20, minutes: 10 } as const;
const tokensOfStream = (pace.minutes * 60_000) / pace.everyMs;

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    short: { type: 'boolean', default: false },
    provider: { type: 'boolean', default: false },
  },
});
if (values.provider) await serveProvider();
else await bench(Number(values.runs ?? (values.short ? 3 : 30)), values.short);

async function bench(runs: number, isShort: boolean): Promise<void> {
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a whole number, 1 or more.');
  const provider = await startProvider();
  const tables = await startServiceTables();
  try {
    const meter = new RequestMeter(tables.documents);
    const scene = new BrokerBenchScene(provider.url, tables);
    console.error('Streaming directly and through the broker by turns.');
    const delays = await measureDelays(scene, runs, { pieces: 100, everyMs: pace.everyMs });
    const uses = {
      'no budget': await useOf(scene, meter, {}),
      'a budget': await useOf(scene, meter, { monthly_budget_usd: 100 }),
    };
    console.error('Streaming at the pace of a model.');
    const cost = await measureCpu(scene, 10, { pieces: isShort ? 200 : 1_000, everyMs: pace.everyMs });
    console.error(`Streaming ${tokensOfStream} tokens.`);
    const memory = {
      few: await measureMemory(scene, { pieces: tokensOfStream / 10, everyMs: 0 }),
      all: await measureMemory(scene, { pieces: tokensOfStream, everyMs: 0 }),
    };
    const needs = needsOf(1_000, { seconds: 10, tokens: 500, tools: 5 }, cost, uses['a budget']);

    console.table({
      'first token, direct, ms': row(delays.direct.first),
      'first token, brokered, ms': row(delays.brokered.first),
      'each token, direct, ms': row(delays.direct.token),
      'each token, brokered, ms': row(delays.brokered.token),
    });
    console.table(uses);
    const cpuSeconds = (cost.cpuMsPerCall + cost.cpuMsPerToken * tokensOfStream) / 1_000;
    const core = cpuSeconds / (pace.minutes * 60 * shareOf(MEMORY));
    console.table({
      'CPU of a call, ms': cost.cpuMsPerCall,
      'CPU of a token, ms': cost.cpuMsPerToken,
      [`CPU of ${pace.minutes} minutes, s`]: cpuSeconds,
      [`of the share of ${MEMORY} MB, part used`]: core,
      [`heap after ${tokensOfStream / 10} tokens, MB`]: memory.few,
      [`heap after ${tokensOfStream} tokens, MB`]: memory.all,
    });
    console.table(needs);
    report([
      ['a token waits longer, ms', median(delays.brokered.token) - median(delays.direct.token), bars.tokenMs],
      ['the part of its core that a stream needs', core, bars.core],
      ['megabytes that a longer stream keeps', memory.all - memory.few, bars.megabytes],
      ['requests to DynamoDB', uses['a budget'].requests, bars.requests],
    ]);
  } finally {
    provider.stop();
    await tables.stop();
  }
}

/** What a call needs of DynamoDB, once the sums of its owner's month are cached. */
async function useOf(scene: BrokerBenchScene, meter: RequestMeter, limits: { readonly monthly_budget_usd?: number }) {
  const key = await scene.conversation(limits);
  const call = async () => {
    let before = 0;
    for await (const piece of scene.brokered(key, { pieces: 3, everyMs: pace.everyMs }))
      if (before === 0 && delaysIn(piece).length > 0) before = meter.seen;
    return before;
  };
  await call();
  meter.take();
  const beforeFirstToken = await call();
  return { 'requests before the first token': beforeFirstToken, ...meter.take() };
}

function report(figures: readonly (readonly [what: string, value: number, most: number])[]): void {
  const misses = figures.filter(([, value, most]) => value > most);
  for (const [what, value, most] of misses) console.log(`MISSED  ${what}: ${value.toFixed(2)}, ${most} is allowed.`);
  if (misses.length === 0) console.log('Every bar is met.');
  process.exitCode = misses.length === 0 ? 0 : 1;
}
