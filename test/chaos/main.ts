import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { searchSizes } from '../support/search-size.ts';
import { chaos } from './chaos.ts';

const USAGE = `Runs the service on this machine while its AWS fails now and then, and looks at what is left afterwards.

  npm run test:chaos -- [--sandboxes 50] [--minutes 10] [--restarts 4] [--seed S]
`;

const size = searchSizes.long.chaos;
const { values } = parseArgs({
  options: {
    sandboxes: { type: 'string', default: String(size.sandboxes) },
    minutes: { type: 'string', default: String(size.seconds / 60) },
    restarts: { type: 'string', default: String(size.restarts) },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [sandboxes, minutes, restarts, seed] = [values.sandboxes, values.minutes, values.restarts, values.seed].map(
  Number,
);
if (!sandboxes || !minutes || !(restarts !== undefined && restarts >= 0) || !seed) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const stateDirectory = await mkdtemp(join(tmpdir(), 'chaos-'));
process.stdout.write(`seed ${seed}, state in ${stateDirectory}\n`);
const say = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);
const report = await chaos({ stateDirectory, sandboxes, seconds: minutes * 60, restarts, seed, say });
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
if (report.wrong.length > 0 || report.missing.length > 0) process.exit(1);
await rm(stateDirectory, { recursive: true, force: true });
