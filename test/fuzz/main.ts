import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { searchSizes } from '../support/search-size.ts';
import { removeSandboxes, useService } from '../support/service/owners.ts';
import { fuzz } from './fuzz.ts';

const USAGE = `Sends requests made from docs/openapi.json to every operation of the service on this machine, and
compares every answer with the document.

  npm run test:fuzz -- [--cases ${searchSizes.long.fuzzCases}] [--seed S] [--only part-of-an-operation-id]
`;

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: String(searchSizes.long.fuzzCases) },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});
const [cases, seed] = [values.cases, values.seed].map(Number);
if (!cases || !seed) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const stateDirectory = await mkdtemp(join(tmpdir(), 'fuzz-'));
const program = join(import.meta.dirname, '../support/service/main.ts');
const child = fork(program, ['--state', stateDirectory, '--port', String(await freePort())], { silent: true });
let log = '';
for (const stream of [child.stdout, child.stderr]) {
  stream?.setEncoding('utf8').on('data', (text: string) => {
    log = `${log}${text}`.slice(-1_000_000);
  });
}
const [{ baseUrl, apiKey, sandboxUrl }] = await once(child, 'message');
useService({ baseUrl, apiKey, sandboxUrl, keysOption: ['--state', stateDirectory], stateDirectory });
const say = (line: string) => process.stdout.write(`${line}\n`);
say(`seed ${seed}, ${cases} cases`);
const start = Date.now();
let findings = Number.NaN;
try {
  const report = await fuzz({ baseUrl, cases, seed, only: values.only, say });
  findings = report.findings.length;
  const seconds = Math.round((Date.now() - start) / 1000);
  say(
    `${report.sent} requests in ${seconds} s, ${report.accepted} of them accepted, ${findings} findings; seed ${seed}`,
  );
} finally {
  const failures = log.split('\n').filter((line) => line.includes('internal_error'));
  for (const line of failures.slice(-20)) say(line);
  // The processes of sandboxes would survive a killed service.
  await removeSandboxes();
  child.disconnect();
  await once(child, 'exit');
  await rm(stateDirectory, { recursive: true, force: true });
}
process.exit(findings > 0 ? 1 : 0);
