import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtFunctions } from '../../../infra/bundling/built-functions.ts';
import { median } from '../statistics.ts';
import { type Built, copiedBuild } from '../tapes/builds.ts';
import { figuresOf } from '../tapes/figures.ts';
import { inLanes } from '../tapes/lanes.ts';
import { ms, table } from '../tapes/markdown.ts';
import { type Course, coldOnly, type Measurement, measure } from '../tapes/measure.ts';
import { AUTHORIZER, type Subject, subjectsOf } from '../tapes/subjects.ts';
import { awaitedWorkers, decidedOtherwise } from './awaited.ts';
import { bestOf, type Choice, COLD_PART, choiceOf, type Needs, SPARE, STEP_MS, sizes } from './choice.ts';

/** What the contract says is good enough when it is so near to the best that no caller and no bill shows it. */
const TOLERANCE = 1.05;

const DEFAULT_RUNS = 15;

/** Of the first process alone: how much memory it comes to need, and what it waits for. */
const longCourse: Course = { warmCalls: 100, warmMs: 3_000, measuredCalls: 0, heldCalls: 2 };

interface Line {
  readonly id: string;
  readonly needs: Needs;
  readonly stated: Choice;
  readonly best: Choice;
}

async function lineOf(subject: Subject, built: Built, runs: number): Promise<Line> {
  const { id, tapes, kind, memoryMegabytes } = subject;
  const measurements: Measurement[] = [];
  for (let run = 0; run < runs; run += 1)
    measurements.push(await measure({ id, module: built.moduleOf(id), tapes }, run === 0 ? longCourse : coldOnly));
  const { init, first, second } = figuresOf(measurements, 0);
  const needs: Needs = {
    init,
    first,
    second,
    steps: Math.min(...measurements.flatMap(({ steps }) => steps.map(({ length }) => length))),
    residentMegabytes: Math.max(...measurements.map(({ maxRss }) => maxRss)) / 1_024,
    isAwaited: kind === 'endpoint' || awaitedWorkers.includes(id),
    isCalled: kind === 'endpoint' || id === AUTHORIZER,
  };
  return { id, needs, stated: choiceOf(needs, memoryMegabytes), best: bestOf(needs) };
}

const isFar = ({ id, stated, best, needs }: Line) =>
  (!decidedOtherwise.has(id) && stated.weight > TOLERANCE * best.weight) ||
  stated.memoryMegabytes < needs.residentMegabytes * SPARE;

function report(lines: readonly Line[]): string {
  const headings = ['function', 'INIT', 'first', 'second', 'steps', 'peak MB', 'MB', 'cold', 'warm', '$ / million'];
  const rows = lines.map(({ id, needs, stated, best }) => [
    id,
    ms(needs.init),
    ms(needs.first),
    ms(needs.second),
    String(needs.steps),
    needs.residentMegabytes.toFixed(0),
    String(stated.memoryMegabytes),
    ms(stated.cold),
    ms(stated.warm),
    stated.usd.toFixed(2),
    String(best.memoryMegabytes),
    ms(best.cold),
    ms(best.warm),
    best.usd.toFixed(2),
    decidedOtherwise.get(id) ?? '',
  ]);
  return [
    table([...headings, 'best MB', 'cold', 'warm', '$ / million', ''], rows),
    '',
    'INIT, first, second: CPU milliseconds; cold and warm (a second call): modelled milliseconds, with a wait of',
    `${STEP_MS} ms for each step of calls in sequence. The price is of a million calls, ${COLD_PART * 100} % of them cold, with those of`,
    `API Gateway and Lambda itself. Best: of the sizes that hold ${SPARE} times the peak, where a percent of the time is worth`,
    'a percent of the price, or the cheapest for what no person waits for. MB: what the contract states.',
  ].join('\n');
}

/** Of awaited endpoints together: one default is simpler to hold than a size for each. */
function defaults(lines: readonly Line[]): string {
  const rows = sizes.map((size) => {
    const fitting = lines.filter(({ needs }) => needs.isCalled && size >= needs.residentMegabytes * SPARE);
    const all = fitting.map(({ needs, best }) => ({ choice: choiceOf(needs, size), best }));
    if (all.length === 0) return [String(size), '', '', '', ''];
    const middle = (of: (each: (typeof all)[number]) => number) => median(all.map(of));
    const cells = [middle(({ choice }) => choice.cold), middle(({ choice }) => choice.warm)].map(ms);
    const usd = middle(({ choice }) => choice.usd).toFixed(2);
    return [String(size), ...cells, usd, middle(({ choice, best }) => choice.weight / best.weight).toFixed(2)];
  });
  return `${table(['MB for all endpoints', 'cold', 'warm', '$ / million', '÷ best'], rows)}\n\nMedians of all endpoints.`;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs ?? (values.short ? 1 : DEFAULT_RUNS));
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on');
const directory = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  const built = await copiedBuild(await builtFunctions(), join(directory, 'shipped'));
  const subjects = await subjectsOf(values.only);
  console.error(`Measuring ${subjects.length} functions, each ${runs} times.`);
  const lines = await inLanes(subjects, (subject) => lineOf(subject, built, runs));
  console.log(`${report(lines)}\n\n${defaults(lines)}`);
  const far = lines.filter(isFar);
  for (const { id, stated, best } of far)
    console.log(`MISSED  ${id}: the contract states ${stated.memoryMegabytes} MB, ${best.memoryMegabytes} are best.`);
  if (far.length === 0) console.log('Every function has the memory that serves it best, or nearly so.');
  process.exitCode = far.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true });
}
