import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { build as Build } from '../../../infra/bundling/build.ts';
import { oneRow } from '../references/one-row.ts';
import { type Built, copiedBuild, referenceBuild } from '../tapes/builds.ts';
import { type Contestant, race } from '../tapes/race.ts';
import { runBench } from '../tapes/run-bench.ts';
import { type Subject, subjectsOf } from '../tapes/subjects.ts';
import { readBefore, scaled, writeBefore } from './before.ts';
import { linesOf, ratioOf, report, type Sides } from './report.ts';
import { courseTo, measuredIds, type PerRequest, perRequest, shortSpans, spans } from './requests.ts';

/** The most CPU of a request, of that before: over the life of an instance, and in the short form. */
const BARS = { whole: 0.65, short: 0.9 };

const legend = `
Each process answers so many requests one after the other, as shipped, from the tapes of its function; medians over the
processes. Of all threads: the compiler and the garbage collection count. The floor reads one row by a request that it signs by hand.`;

const root = resolve(import.meta.dirname, '../../..');

/** @throws with one sentence when an option is unknown or makes no sense. */
function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      short: { type: 'boolean', default: false },
      of: { type: 'string' },
      record: { type: 'string' },
    },
  });
  const runs = Number(values.runs ?? (values.short ? 1 : 15));
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on');
  if (values.record !== undefined && values.of === undefined)
    throw new Error('--record keeps the figures of --of DIRECTORY');
  return { ...values, runs };
}

async function bench(options: ReturnType<typeof readOptions>, directory: string): Promise<readonly string[]> {
  const ends = options.short ? shortSpans : spans;
  const course = () => courseTo(ends.at(-1) ?? 0);
  const subjects = await subjectsOf(measuredIds);
  console.error('Bundling the functions.');
  const builds = new Map<string, Built>([['now', await builtOf(root, subjects, join(directory, 'now'))]]);
  if (options.of !== undefined)
    builds.set('before', await builtOf(resolve(options.of), subjects, join(directory, 'before')));
  const references = await referenceBuild(join(directory, 'references'));
  const contestants: readonly Contestant[] = [
    ...[...builds].flatMap(([build, built]) =>
      subjects.map(({ id, tapes }) => ({
        name: `${build}/${id}`,
        id,
        module: built.moduleOf(id),
        tapes,
        course,
        isOptional: build === 'before',
      })),
    ),
    { name: 'floor', id: 'floor', module: references.moduleOf('floor'), tapes: [oneRow], course, isOptional: false },
  ];
  const results = await race(contestants, options.runs, (round) => console.error(`Round ${round} of ${options.runs}.`));
  const figures = (name: string) => perRequest(results.get(name) ?? [], ends);
  const sideOf = (build: string): ReadonlyMap<string, PerRequest> =>
    new Map(measuredIds.flatMap((id) => (results.has(`${build}/${id}`) ? [[id, figures(`${build}/${id}`)]] : [])));
  const floor = figures('floor');
  const kept = readBefore();
  const before = options.of === undefined ? kept && scaled(kept, floor) : sideOf('before');
  if (options.record !== undefined && before) await writeBefore(options.record, options.runs, floor, before);
  const sides: Sides = { now: sideOf('now'), before: before && lifeTo(before, ends) };
  console.log(report(sides, floor, ends));
  console.log(legend);
  return missesOf(sides, options.short ? BARS.short : BARS.whole);
}

/** The measured functions of a checkout, as it deploys them. */
async function builtOf(checkout: string, subjects: readonly Subject[], directory: string): Promise<Built> {
  const module = pathToFileURL(join(checkout, 'infra/bundling/build.ts')).href;
  const { build }: { readonly build: typeof Build } = await import(module);
  await build(`${directory}-bare`, subjects);
  return copiedBuild(`${directory}-bare`, directory);
}

/** Figures of a whole life, of which a short run has the first parts only. */
function lifeTo(figures: ReadonlyMap<string, PerRequest>, ends: readonly number[]): ReadonlyMap<string, PerRequest> {
  const cut = (each: PerRequest): PerRequest => {
    if (each.spans.length === ends.length) return each;
    const parts = ends.map((end, at) => (each.spans[at] ?? 0) * (end - (ends[at - 1] ?? 0)));
    return {
      spans: each.spans.slice(0, ends.length),
      all: parts.reduce((sum, part) => sum + part, 0) / (ends.at(-1) ?? 1),
    };
  };
  return new Map([...figures].map(([id, each]) => [id, cut(each)]));
}

function missesOf(sides: Sides, allowed: number): readonly string[] {
  if (!sides.before) return ['there are no figures of before to compare with: record them with --of and --record'];
  return linesOf(sides).flatMap((line) => {
    const ratio = ratioOf(line);
    if (ratio === undefined || ratio <= allowed) return [];
    return [`${line.id}: a request takes ${ratio.toFixed(2)} of the CPU that it took before, ${allowed} is allowed`];
  });
}

await runBench(async (directory) => bench(readOptions(process.argv.slice(2)), directory));
