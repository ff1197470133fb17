import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { builtFunctions } from '../../../infra/bundling/built-functions.ts';
import { oneRow } from '../references/one-row.ts';
import { type Built, builtElsewhere, copiedBuild, plainBuild, referenceBuild, references } from '../tapes/builds.ts';
import { type Figures, figuresOf } from '../tapes/figures.ts';
import { type Course, coldOnly } from '../tapes/measure.ts';
import { type Contestant, race } from '../tapes/race.ts';
import { runBench } from '../tapes/run-bench.ts';
import { type Subject, subjectsOf } from '../tapes/subjects.ts';
import { missesOf } from './bars.ts';
import { readBefore, scaled, writeBefore } from './before.ts';
import { checkQuota } from './check-quota.ts';
import { linesOf } from './lines.ts';
import { type Options, readOptions } from './options.ts';
import { report } from './report.ts';
import { shortRun } from './short-run.ts';

/** Rounds in which a process goes on until it is warm. */
const WARM_ROUNDS = 3;

const toTheEnd: Course = { warmCalls: 200, warmMs: 1_000, measuredCalls: 15, heldCalls: 0 };

async function bench(options: Options, directory: string): Promise<readonly string[]> {
  if (options.short) return shortRun(options, directory);
  const subjects = await subjectsOf(options.only);
  const builds = await allBuilds(options, directory, subjects);
  const bare = await referenceBuild(join(directory, 'references'));
  const contestants = [
    ...[...builds].flatMap(([build, built]) => contestantsOf(build, built, subjects)),
    ...references.map((id) => {
      return {
        name: `references/${id}`,
        id,
        module: bare.moduleOf(id),
        tapes: [oneRow],
        isOptional: false,
        course: () => coldOnly,
      };
    }),
  ];
  const results = await race(contestants, options.runs, (round) => {
    const what = round === 0 ? 'Warming up' : `Round ${round} of ${options.runs}`;
    console.error(`${what}: ${contestants.length} processes.`);
  });
  const figures = (name: string, bytes = 0): Figures => figuresOf(results.get(name) ?? [], bytes);
  const allOf = (build: string) => {
    const built = builds.get(build);
    const ids = subjects.map(({ id }) => id).filter((id) => results.has(`${build}/${id}`));
    return new Map(ids.map((id) => [id, figures(`${build}/${id}`, built?.bundles.get(id)?.bytes)]));
  };
  const floor = figures('references/floor');
  const kept = readBefore();
  const before = options.of === undefined ? (kept ? scaled(kept, floor) : new Map()) : allOf('before');
  if (options.record !== undefined) {
    await writeBefore({ commit: options.record, floor, functions: before, runs: options.runs });
    return [];
  }
  const lines = linesOf(subjects, { shipped: allOf('shipped'), plain: allOf('plain'), before });
  console.log(report(lines, { 'an empty handler': figures('references/empty'), 'the floor': floor }));
  if (options.cgroup) console.log(await checkQuota(subjects, builds.get('shipped') as Built));
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ options, lines }, undefined, 2)}\n`);
  return missesOf(lines);
}

/** The figures of before are measured alone when they are kept, and beside the others when they are compared. */
async function allBuilds({ of, record }: Options, directory: string, subjects: readonly Subject[]) {
  const builds = new Map<string, Built>();
  if (of !== undefined) builds.set('before', await builtElsewhere(join(directory, 'before'), resolve(of)));
  if (record !== undefined) return builds;
  console.error(`Bundling ${subjects.length} functions in two ways.`);
  builds.set('shipped', await copiedBuild(await builtFunctions(), join(directory, 'shipped')));
  return builds.set('plain', await plainBuild(join(directory, 'plain'), subjects));
}

function contestantsOf(build: string, built: Built, subjects: readonly Subject[]): readonly Contestant[] {
  return subjects
    .filter(({ id }) => built.bundles.has(id))
    .map(({ id, tapes }) => ({
      name: `${build}/${id}`,
      id,
      module: built.moduleOf(id),
      tapes,
      isOptional: build === 'before',
      course: (round) => (build === 'shipped' && round >= 1 && round <= WARM_ROUNDS ? toTheEnd : coldOnly),
    }));
}

await runBench(async (directory) => bench(readOptions(process.argv.slice(2)), directory));
