import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { median } from '../statistics.ts';
import { BenchService } from './bench-service.ts';
import { type Distribution, distributionOf, distributionTable, stepRows } from './distribution.ts';
import { type MeasuredStart, measureStart } from './measure-start.ts';
import { readOptions } from './read-options.ts';

/** The most that the service may add to the agent's own time, in milliseconds, at the median. */
const BAR_MS = 250;

/** The same as a share of the agent's own time, which a busy machine slows down alike: for a short run. */
const BAR_SHARE = 1;

/** Starts that do not count: functions and caches get warm. */
const WARM_UP = 3;

const legend = `
Milliseconds of starts of conversations with a first message, one after the other, each in a new sandbox, through the front door of the local service, whose
events are on time, with the reference agent. *The agent's own*: from RUNNING, when its process begins, until it listens, and its own answers to the initialisation and
to the creation of the conversation. *Overhead*: all else between RUNNING of the task and READY of the conversation. A step is named after what it ends in.`;

type Part = 'afterRunning' | 'own' | 'overhead' | 'total';

const parts: Readonly<Record<Part, string>> = {
  afterRunning: 'RUNNING to READY',
  own: "the agent's own",
  overhead: '**overhead**',
  total: 'request to READY',
};

/** An earlier release and this one, measured in turns. */
interface Recorded {
  readonly commit: string;
  readonly command: string;
  readonly machine: string;
  readonly runs: number;
  readonly before: Readonly<Record<Part, Distribution>>;
  readonly after: Readonly<Record<Part, Distribution>>;
}

/** The starts of each of these releases, in turns: what else the machine does hits all of them alike. */
async function measured(roots: readonly (string | undefined)[], runs: number): Promise<readonly MeasuredStart[][]> {
  const services: BenchService[] = [];
  const starts: MeasuredStart[][] = roots.map(() => []);
  try {
    for (const root of roots) services.push(await BenchService.start(root));
    for (let run = -WARM_UP; run < runs; run += 1) {
      for (const [index, service] of services.entries()) {
        const start = await measureStart(service);
        const what = run < 0 ? 'a start that does not count' : `start ${run + 1} of ${runs}`;
        console.error(`${what}${index === 0 ? '' : ', the release before'}: ${start.overhead} ms`);
        if (run >= 0) starts[index]?.push(start);
      }
    }
  } finally {
    for (const service of services) await service.stop();
  }
  return starts;
}

function spread(starts: readonly MeasuredStart[]): Record<Part, Distribution> {
  const of = (part: Part) => distributionOf(starts.map((start) => start[part]));
  return { afterRunning: of('afterRunning'), own: of('own'), overhead: of('overhead'), total: of('total') };
}

function partTable(
  figures: Readonly<Record<Part, Distribution>>,
  earlier?: Readonly<Record<Part, Distribution>>,
): string {
  const rows = (Object.keys(parts) as Part[]).flatMap((part): (readonly [string, Distribution])[] => [
    ...(earlier ? [[`${parts[part]}, before`, earlier[part]] as const] : []),
    [parts[part], figures[part]],
  ]);
  return distributionTable('ms', rows);
}

function report(starts: readonly MeasuredStart[], earlier: readonly MeasuredStart[] | undefined): string {
  const recorded: Recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'before.json'), 'utf8'));
  const { commit, command, machine, runs, before, after } = recorded;
  return [
    `### From RUNNING of the task to READY of the conversation: ${starts.length} starts\n`,
    partTable(spread(starts), earlier && spread(earlier)),
    '\n### Steps of a start\n',
    distributionTable('step, ms', stepRows(starts.map(({ steps }) => steps))),
    legend,
    ...(earlier
      ? []
      : [
          `\n### Recorded: ${commit} before, and the release that changed it, ${runs} starts of each in turns\n`,
          partTable(after, before),
          `\n\`${command}\`, on ${machine}.`,
        ]),
  ].join('\n');
}

/** What a run missed, in a sentence. */
function missOf(starts: readonly MeasuredStart[], short: boolean): string | undefined {
  const overhead = median(starts.map((start) => start.overhead));
  if (!short)
    return overhead <= BAR_MS ? undefined : `the overhead of a start is ${overhead} ms, ${BAR_MS} are allowed`;
  const share = median(starts.map((start) => start.overhead / start.own));
  return share <= BAR_SHARE
    ? undefined
    : `the overhead of a start is ${share.toFixed(2)} of the agent's own time, ${BAR_SHARE} is allowed`;
}

const { runs, short, against } = readOptions(process.argv.slice(2), { full: 50, short: 6 });
const roots = against === undefined ? [undefined] : [undefined, resolve(against)];
const [starts = [], earlier] = await measured(roots, runs);
console.log(report(starts, earlier));
const miss = missOf(starts, short);
console.log(miss === undefined ? '\nThe bar is met.' : `\nMissed: ${miss}.`);
if (miss !== undefined) process.exitCode = 1;
