import { parseArgs } from 'node:util';
import { budgetOf, LEAST_CONCURRENCY } from '../../../infra/settings/concurrency-budget.ts';
import { concurrencyMisses, linesOf } from './budget-lines.ts';
import { report } from './report.ts';
import { workloads } from './workloads.ts';

// As of other benches; nothing is measured here, so that one run is as good as many and short already.
parseArgs({ options: { runs: { type: 'string' }, short: { type: 'boolean' } } });

const caps = budgetOf(LEAST_CONCURRENCY);
const lines = linesOf(workloads, caps);
console.log(report(lines));
const misses = concurrencyMisses(lines, caps);
for (const miss of misses) console.log(`MISSED  ${miss}.`);
if (misses.length === 0) console.log('\nEvery bar is met.');
process.exitCode = misses.length === 0 ? 0 : 1;
