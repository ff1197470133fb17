/**
 * `npm run bench:edge [-- --rounds 48] [--short]`: CPU of a run of the deployed function at the edge in the local
 * runtime, for each way that a request can take, beside a request at a label in the same run.
 *
 * Shows what the lookup of names costs at the edge (docs/adr/0047-names-that-the-edge-looks-up.md). CloudFront has
 * another JavaScript engine, so only the ratios say something about it.
 */
import { parseArgs } from 'node:util';
import { cases, LABEL } from './cases.ts';
import { measureEdge } from './measure-edge.ts';

/** The most CPU of a case, relative to a label: a second signature or hash, and a second read of the store. */
const MOST = 3;

const { values } = parseArgs({ options: { rounds: { type: 'string' }, short: { type: 'boolean', default: false } } });
const rounds = Number(values.rounds ?? (values.short ? 8 : 48));
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number, 1 or more.');

const spent = await measureEdge(cases, { rounds, runs: 100 });
const label = spent.get(LABEL) ?? Number.NaN;
const rows = [...spent].map(([name, micros]) => ({ name, micros, ratio: micros / label }));
console.log('| a request | CPU µs | beside a label |\n|---|---:|---:|');
for (const { name, micros, ratio } of rows) console.log(`| ${name} | ${micros.toFixed(0)} | ${ratio.toFixed(2)} |`);
const misses = rows.filter(({ ratio }) => !(ratio <= MOST));
for (const { name, ratio } of misses) console.log(`MISSED  ${name}: ${ratio.toFixed(2)}, more than ${MOST}.`);
if (misses.length === 0) console.log('Every bar is met.');
process.exitCode = misses.length === 0 ? 0 : 1;
