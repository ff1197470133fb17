import { parseArgs } from 'node:util';
import { measureScale, sizes } from './measure-scale.ts';
import { scaleMisses } from './scale-bars.ts';
import { scaleReport } from './scale-report.ts';
import { burst } from './scenarios/burst.ts';

/**
 * The service with a hundred, a thousand and ten thousand sandboxes on a simulated AWS that has limits, in simulated
 * time. Prints its tables as Markdown, and fails when a bar is missed.
 */
const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, runs: { type: 'string', default: '2' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs takes a whole number from 1 on, not '${values.runs}'`);

const print = console.log;
for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = () => undefined;
const progress = (done: string) => void process.stderr.write(`${done}\n`);

const figures = await measureScale(values.short ? sizes.short : sizes.whole, progress);
print(scaleReport(figures));

const misses = [...scaleMisses(figures)];
// Simulated time does not depend on the machine: in further runs, only the ids of the sandboxes are others.
for (let run = 1; run < runs; run += 1)
  misses.push(...scaleMisses({ bursts: [await burst(100)], sweeps: [], recoveries: [] }));
for (const sentence of misses) process.stderr.write(`missed: ${sentence}\n`);
print(misses.length === 0 ? '\nEvery bar is met.' : `\n${misses.length} bars are missed:\n- ${misses.join('\n- ')}`);
process.exitCode = misses.length === 0 ? 0 : 1;
