/**
 * `npm run bench:starts [-- --runs 20] [--short]`: the duration of starts, pauses and resumes on the local service with
 * the reference agent, and of starts from the warm pool.
 *
 * The results show which step of a start to improve, and whether a warm pool is worth its price (docs/adr/0035).
 */
import { parseArgs } from 'node:util';
import { median, quantile } from '../statistics.ts';
import { BenchService } from './bench-service.ts';
import { measurePause, measureStart, measureWarmStart, type StepTime } from './measure.ts';

const bars = {
  /** Median milliseconds that the service adds between RUNNING of the task and READY. */
  overheadMs: 250,
  /** The same relative to the time of the agent, for a short run on a busy machine. */
  overheadShare: 1,
  /** Relative to a cold start. */
  warm: 0.85,
  /** Relative to a start of the same sandbox. */
  resume: 1.5,
  /** Relative to a pause followed by a resume. */
  overtaking: 1.25,
} as const;

const { values } = parseArgs({ options: { runs: { type: 'string' }, short: { type: 'boolean', default: false } } });
const runs = Number(values.runs ?? (values.short ? 3 : 20));
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a whole number, 1 or more.');

const services: BenchService[] = [];
const cold: Awaited<ReturnType<typeof measureStart>>[] = [];
const warm: number[] = [];
const pauses: Awaited<ReturnType<typeof measurePause>>[] = [];
try {
  const usual = await BenchService.start();
  services.push(usual);
  const pooled = await BenchService.start({ warmPools: { reference: { size: 1 } } });
  services.push(pooled);
  // The first run loads functions and does not count.
  for (let run = 0; run <= runs; run += 1) {
    const measured = [await measureStart(usual), await measureWarmStart(pooled), await measurePause(usual)] as const;
    console.error(run === 0 ? 'A run that does not count.' : `Run ${run} of ${runs}.`);
    if (run === 0) continue;
    cold.push(measured[0]);
    warm.push(measured[1]);
    pauses.push(measured[2]);
  }
} finally {
  for (const service of services) await service.stop();
}

const total = (steps: readonly StepTime[]) => steps.reduce((sum, { seconds }) => sum + seconds * 1000, 0);
const times: Readonly<Record<string, readonly number[]>> = {
  'cold start, request to READY': cold.map((start) => start.total),
  "of it the agent's own": cold.map(({ own }) => own),
  'of it the service, after RUNNING': cold.map(({ overhead }) => overhead),
  'start from the warm pool, request to READY': warm,
  'start of a sandbox': pauses.map(({ start }) => total(start)),
  pause: pauses.map(({ pause }) => total(pause)),
  resume: pauses.map(({ resume }) => total(resume)),
  'resume right after a pause was asked for': pauses.map(({ overtaking }) => total(overtaking)),
};

function stepsOf(all: readonly (readonly StepTime[])[]): Record<string, readonly number[]> {
  const names = [...new Set(all.flatMap((steps) => steps.map(({ step }) => step)))];
  const of = (name: string) => all.flatMap((steps) => steps.filter(({ step }) => step === name));
  return Object.fromEntries(names.map((name) => [name, of(name).map(({ seconds }) => seconds * 1000)]));
}

function table(what: string, rows: Readonly<Record<string, readonly number[]>>): string {
  const cells = Object.entries(rows).map(([name, ms]) => {
    const spread = [Math.min(...ms), median(ms), quantile(ms, 0.95), Math.max(...ms)];
    return [name, ...spread.map((value) => value.toFixed(0))].join(' | ');
  });
  return [`| ${what} | min | p50 | p95 | max |`, '|---|--:|--:|--:|--:|', ...cells.map((row) => `| ${row} |`)].join(
    '\n',
  );
}

console.log(table(`ms of ${runs} runs`, times));
console.log(`\n${table('step of a start, ms', stepsOf(cold.map(({ steps }) => steps)))}`);
console.log(`\n${table('step of a pause, ms', stepsOf(pauses.map(({ pause }) => pause)))}`);

const middle = (name: string) => median(times[name] ?? []);
const overhead = middle('of it the service, after RUNNING');
const figures: readonly (readonly [what: string, value: number, most: number])[] = [
  values.short
    ? ["overhead, of the agent's own time", overhead / middle("of it the agent's own"), bars.overheadShare]
    : ['overhead of a start, ms', overhead, bars.overheadMs],
  ['a warm start, of a cold one', median(warm) / middle('cold start, request to READY'), bars.warm],
  ['a resume, of a start', middle('resume') / middle('start of a sandbox'), bars.resume],
  [
    'a resume that overtakes its pause, of both',
    middle('resume right after a pause was asked for') / (middle('pause') + middle('resume')),
    bars.overtaking,
  ],
];
const misses = figures.filter(([, value, most]) => value > most);
for (const [what, value, most] of misses) console.log(`MISSED  ${what}: ${value.toFixed(2)}, ${most} is allowed.`);
if (misses.length === 0) console.log('\nEvery bar is met.');
process.exitCode = misses.length === 0 ? 0 : 1;
