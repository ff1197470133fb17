import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { specsDocument } from '../../infra/specs/document.ts';
import { openhands } from '../../infra/specs/openhands.ts';
import { reference } from '../../infra/specs/reference.ts';
import { parseSpec } from '../../infra/specs/schema.ts';
import { missesOf } from './bars.ts';
import { buildAll } from './builds.ts';
import { contestantsOf } from './contestant.ts';
import { linesOf, mediansOf } from './lines.ts';
import { type Options, readOptions } from './options.ts';
import { race } from './race.ts';
import { report } from './report.ts';
import { StubServer } from './stub/stub-server.ts';
import { endpointSubjects } from './subjects/endpoint-subjects.ts';
import { makeScene } from './subjects/make-scene.ts';
import { workerSubjects } from './subjects/worker-subjects.ts';

const specs = specsDocument([parseSpec('reference', reference), parseSpec('openhands', openhands)]);

async function bench(options: Options, stub: StubServer, directory: string): Promise<readonly string[]> {
  const [spec] = specs.specs;
  if (!spec) throw new Error('there is no sandbox spec');
  const scene = await makeScene(stub, spec);
  const all = [...endpointSubjects(scene), ...workerSubjects(scene)];
  const subjects = options.only === undefined ? all : all.filter(({ id }) => id === options.only);
  if (subjects.length === 0) throw new Error(`--only: there is no function '${options.only}'`);

  console.error(`Bundling ${subjects.length} functions in two ways.`);
  const builds = await buildAll(directory, subjects, specs);
  const home = join(directory, 'home');
  await mkdir(home);
  const contestants = contestantsOf(subjects, builds, scene);
  const { results, unmeasured } = await race(contestants, options.runs, stub, home, (round) => {
    const what = round === 0 ? 'Warming up' : `Round ${round} of ${options.runs}`;
    console.error(`${what}: ${contestants.length} processes.`);
  });

  const measured = subjects.filter(({ id }) => ['shipped', 'plain'].every((kind) => results.has(`${kind}/${id}`)));
  if (measured.length === 0) throw new Error(`nothing could be measured: ${[...unmeasured.values()].join('; ')}`);
  const lines = linesOf(measured, builds, results);
  const references = {
    'an empty handler': mediansOf(results, 'references/empty'),
    'the floor': mediansOf(results, 'references/floor'),
  };
  console.log(report(lines, references));
  const left = subjects.length - measured.length;
  if (left > 0) console.log(`${left} functions are not measured, as the stub does not know what they ask for:`);
  for (const [name, reason] of unmeasured) console.log(`  ${name}: ${reason.slice(0, 160)}`);
  if (options.json !== undefined) {
    const measurements = Object.fromEntries([...results].map(([name, result]) => [name, result.measurements]));
    await writeFile(options.json, `${JSON.stringify({ options, lines, references, measurements }, undefined, 2)}\n`);
  }
  return missesOf(lines);
}

const stub = new StubServer();
const directory = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  await stub.start();
  const misses = await bench(readOptions(process.argv.slice(2)), stub, directory);
  for (const miss of misses) console.log(`MISSED  ${miss}.`);
  if (misses.length === 0) console.log('Every bar is met.');
  process.exitCode = misses.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  stub.stop();
  await rm(directory, { recursive: true });
}
