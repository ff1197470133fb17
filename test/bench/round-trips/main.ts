import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtFunctions } from '../../../infra/bundling/built-functions.ts';
import { type Built, copiedBuild } from '../tapes/builds.ts';
import { table } from '../tapes/markdown.ts';
import { type Course, measure } from '../tapes/measure.ts';
import { AUTHORIZER, type Subject, subjectsOf } from '../tapes/subjects.ts';
import { readBefore } from './before.ts';
import { allowedSteps, type Kind, kindOf } from './kinds.ts';
import { exceptionOf } from './reasons.ts';

/** Warm, with its connections open and its secrets fetched. */
const warm: Course = { warmCalls: 3, warmMs: 5_000, measuredCalls: 0, heldCalls: 3 };

const AT_ONCE = 2;

interface Line {
  readonly id: string;
  readonly kind: Kind;
  /** How many calls it makes together, in each step: what it waits for one after the other. */
  readonly steps: readonly number[];
}

/** @throws Error that names every endpoint that does not do its work */
async function linesOf(subjects: readonly Subject[], built: Built): Promise<readonly Line[]> {
  const left = [...subjects];
  const lines: Line[] = [];
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let subject = left.pop(); subject; subject = left.pop()) {
      const { id, tapes, endpoint } = subject;
      try {
        const { steps } = await measure({ id, module: built.moduleOf(id), tapes }, warm);
        lines.push({ id, kind: kindOf(endpoint), steps: shortest(steps) });
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return lines.toSorted((a, b) => b.steps.length - a.steps.length || (a.id < b.id ? -1 : 1));
}

/** A busy machine makes one step look like two, and never two like one. */
const shortest = (all: readonly (readonly number[])[]) => all.toSorted((a, b) => a.length - b.length)[0] ?? [];

const allowedOf = ({ id, kind }: Line) => exceptionOf(id)?.steps ?? allowedSteps[kind];

const isOver = (line: Line) => line.steps.length > allowedOf(line);

/** Why an endpoint takes more steps than others of its kind. */
function remarkOf(line: Line): string {
  if (isOver(line)) return 'over';
  return line.steps.length > allowedSteps[line.kind] ? (exceptionOf(line.id)?.reason ?? '') : '';
}

function report(lines: readonly Line[]): string {
  const before = readBefore();
  const rows = lines.map((line) => {
    const { id, kind, steps } = line;
    const calls = steps.reduce((sum, count) => sum + count, 0);
    return [
      id,
      kind,
      String(before.get(id) ?? '–'),
      String(steps.length),
      String(calls),
      steps.join(' + '),
      remarkOf(line),
    ];
  });
  return [
    table(['endpoint', 'kind', 'before', 'in sequence', 'calls', 'together in each step', ''], rows),
    '',
    'Calls that one warm request makes of AWS, agents and other servers, the authorizer apart, which has a line of its',
    'own. In sequence: steps of which each waits for the one before. Bars: a list ≤ 2, a read ≤ 1 unless a reason stands',
    'beside it, the authorizer 1; none for what an agent or a git host answers, for streams, and for what changes something.',
  ].join('\n');
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    short: { type: 'boolean', default: false },
    runs: { type: 'string' },
  },
});
const directory = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  const built = await copiedBuild(await builtFunctions(), join(directory, 'shipped'));
  const all = (await subjectsOf(values.only)).filter(({ kind, id }) => kind === 'endpoint' || id === AUTHORIZER);
  const subjects = values.short ? all.filter(({ endpoint }) => allowedSteps[kindOf(endpoint)] < Infinity) : all;
  console.error(`Counting the steps of ${subjects.length} functions.`);
  const lines = await linesOf(subjects, built);
  console.log(report(lines));
  const misses = lines.filter(isOver);
  for (const line of misses)
    console.log(`MISSED  ${line.id}: ${line.steps.length} calls in sequence, ${allowedOf(line)} are allowed.`);
  if (misses.length === 0) console.log('Every bar is met.');
  process.exitCode = misses.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true });
}
