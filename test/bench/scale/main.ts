/**
 * `npm run bench:scale [-- --short] [--runs 2]`: bursts of starts, sweeps of idle fleets, starts while AWS throttles,
 * and the entries at the edge, with up to 10,000 sandboxes, on a simulated AWS with its limits, in simulated time.
 *
 * The results determine the pace of RunTask and its queue (docs/adr/0010), the number of sweep segments,
 * `limits.retryPause`, and how the writer gathers entries (docs/adr/0047). `test/unit/bench` runs the short form.
 */
import { parseArgs } from 'node:util';
import { measureScale, scaleMisses, sizes } from './measure-scale.ts';
import { burst } from './scenarios/burst.ts';

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, runs: { type: 'string', default: '2' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs must be a whole number of at least 1, not '${values.runs}'`);

const { log } = console;
for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = () => undefined;
const progress = (done: string) => void process.stderr.write(`${done}\n`);

const figures = await measureScale(values.short ? sizes.short : sizes.whole, progress);
const misses = [...scaleMisses(figures)];
// Simulated time does not depend on the machine. Further runs differ only in the ids of the sandboxes.
for (let run = 1; run < runs; run += 1)
  misses.push(...scaleMisses({ bursts: [await burst(100)], sweeps: [], recoveries: [], entries: [] }));

console.log = log;
for (const [name, rows] of Object.entries(figures)) {
  console.log(name);
  console.table(rows);
}
for (const sentence of misses) process.stderr.write(`missed: ${sentence}\n`);
console.log(misses.length === 0 ? '\nEvery bar is met.' : `\n${misses.length} bars are missed.`);
process.exitCode = misses.length === 0 ? 0 : 1;
