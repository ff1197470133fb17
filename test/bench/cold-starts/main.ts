/**
 * `npm run bench:cold-starts [-- --rounds 9] [--beside DIRECTORY] [--all]`: CPU of INIT and the first call of every
 * endpoint, as shipped and beside plain builds of the same sources (or the functions in a directory), at the deployed
 * memory. The walks of the contract make the requests on a local service; builds take turns, round by round.
 *
 * Decides which bundling plugins stay and what INIT does (docs/adr/0039-functions-start-plainly.md).
 */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build as esbuild } from 'esbuild';
import { builtFunctions } from '../../../infra/bundling/built-functions.ts';
import { startCloud } from '../../../infra/local/cloud/cloud.ts';
import { patchLookups } from '../../../infra/local/lambda/bootstrap-names.mjs';
import { createLog } from '../../../infra/local/terminal/log.ts';
import { parseOptions } from '../../../infra/local/terminal/options.ts';
import { codedEndpoints } from '../../../shared/contract/coded-endpoints.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { workers } from '../../../shared/contract/workers.ts';
import { freePort } from '../../support/free-port.ts';
import { useService } from '../../support/service/owners.ts';
import { measuredInstances, type Times } from './measured-instance.ts';
import { AUTHORIZER, report } from './report.ts';
import { walkAll } from './walk-all.ts';

const endpoints: readonly Endpoint[] = codedEndpoints;
const statuses = new Map(endpoints.map(({ id, success }) => [id, success.status]));

/** The bundles of a team that sets only the two most effective options, `minify` and `mainFields`. */
async function plainBuild(directory: string): Promise<string> {
  await esbuild({
    absWorkingDir: resolve(import.meta.dirname, '../../..'),
    entryPoints: [...endpoints, ...workers].map(({ id, area }) => ({
      in: `functions/${area}/${id}.ts`,
      out: `${id}/index`,
    })),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    logLevel: 'silent',
  });
  return directory;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    beside: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number, 1 or more.');

const folder = await mkdtemp(join(tmpdir(), 'cold-starts-'));
const beside =
  values.beside === undefined
    ? { name: 'plain build', directory: await plainBuild(join(folder, 'plain')) }
    : { name: 'beside', directory: resolve(values.beside) };
const builds = [{ name: 'as shipped', directory: await builtFunctions() }, beside] as const;
const samples = new Map<string, Map<string, Times[]>>();
let turn = 0;
/** Functions that have answered in this round. */
const answered = new Set<string>();

const instances = measuredInstances(folder, {
  build: () => builds[turn % 2 === 0 ? 0 : 1],
  wants: (id) => !answered.has(id) && (statuses.has(id) || id === AUTHORIZER),
  keep: (id, build, status, times) => {
    if (answered.has(id) || status !== statuses.get(id)) return;
    answered.add(id);
    const ofFunction = samples.get(id) ?? new Map<string, Times[]>();
    samples.set(id, ofFunction.set(build, [...(ofFunction.get(build) ?? []), times]));
  },
});

// The walks call agents too.
patchLookups();
const stateDirectory = join(folder, 'state');
await mkdir(stateDirectory);
const port = String(await freePort());
const options = parseOptions(['--state', stateDirectory, '--port', port, '--sandbox-domain', 'localhost'], {});
const cloud = await startCloud({
  port: options.port,
  stateDirectory,
  allowedHosts: options.allowedHosts,
  edge: options,
  agent: 'reference',
  namespaces: false,
  log: createLog(createWriteStream(join(folder, 'log'))),
  signal: new AbortController().signal,
  startInstance: instances.start,
});
const { baseUrl, apiKey, sandboxUrl } = cloud;
useService({ baseUrl, apiKey, sandboxUrl, keysOption: ['--state', stateDirectory], stateDirectory });
try {
  for (; turn < 2 * rounds; turn += 1) {
    answered.clear();
    await instances.retire();
    await walkAll();
    console.error(`Round ${turn + 1} of ${2 * rounds}: ${answered.size} functions answered.`);
  }
} finally {
  await cloud.stop();
}
const names = builds.map(({ name }) => name);
const { text, misses } = report(samples, names, values.all);
console.log(text);
for (const miss of misses) console.log(`MISSED  ${miss}.`);
process.exitCode = misses.length === 0 ? 0 : 1;
await rm(folder, { recursive: true });
