import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { searchSizes } from '../support/search-size.ts';
import { storm } from './storm.ts';

const USAGE = `Delivers the events of many conversations, in disorder and more than once, to a service that is killed in the middle.

  npm run test:storm -- [--conversations 200] [--events 20000] [--senders 8] [--seed S]
`;

const size = searchSizes.long.storm;
const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: String(size.conversations) },
    events: { type: 'string', default: String(size.events) },
    senders: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [conversations, events, senders, seed] = [values.conversations, values.events, values.senders, values.seed].map(
  Number,
);
if (!conversations || !events || !senders || !seed) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const stateDirectory = await mkdtemp(join(tmpdir(), 'storm-'));
const say = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);
say(`seed ${seed}, state in ${stateDirectory}`);
const eventsEach = Math.ceil(events / conversations);
const report = await storm({ stateDirectory, conversations, eventsEach, senders, seed, say });
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
if (report.wrong.length > 0) process.exit(1);
await rm(stateDirectory, { recursive: true, force: true });
