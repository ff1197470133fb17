import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../statistics.ts';
import { BenchService } from './bench-service.ts';
import { type Distribution, distributionOf, distributionTable, stepRows } from './distribution.ts';
import { type MeasuredStart, measureStart } from './measure-start.ts';
import { readRuns } from './read-runs.ts';

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

interface Before {
  readonly commit: string;
  readonly command: string;
  readonly runs: number;
  readonly afterRunning: Distribution;
  readonly own: Distribution;
  readonly overhead: Distribution;
  readonly total: Distribution;
}

async function measured(runs: number): Promise<readonly MeasuredStart[]> {
  const service = await BenchService.start();
  const starts: MeasuredStart[] = [];
  try {
    for (let run = -WARM_UP; run < runs; run += 1) {
      const start = await measureStart(service);
      console.error(run < 0 ? 'a start that does not count' : `start ${run + 1} of ${runs}: ${start.overhead} ms`);
      if (run >= 0) starts.push(start);
    }
  } finally {
    await service.stop();
  }
  return starts;
}

function report(starts: readonly MeasuredStart[]): string {
  const before: Before = JSON.parse(readFileSync(join(import.meta.dirname, 'before.json'), 'utf8'));
  const of = (part: 'afterRunning' | 'own' | 'overhead' | 'total') => distributionOf(starts.map((one) => one[part]));
  const was = `before (${before.commit}, ${before.runs} starts)`;
  return [
    `### From RUNNING of the task to READY of the conversation: ${starts.length} starts\n`,
    distributionTable('ms', [
      ['RUNNING to READY', of('afterRunning')],
      [`RUNNING to READY, ${was}`, before.afterRunning],
      ["the agent's own", of('own')],
      [`the agent's own, ${was}`, before.own],
      ['**overhead**', of('overhead')],
      [`overhead, ${was}`, before.overhead],
      ['request to READY', of('total')],
      [`request to READY, ${was}`, before.total],
    ]),
    '\n### Steps of a start\n',
    distributionTable('step, ms', stepRows(starts.map(({ steps }) => steps))),
    legend,
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

const { runs, short } = readRuns(process.argv.slice(2), { full: 50, short: 6 });
const starts = await measured(runs);
console.log(report(starts));
const miss = missOf(starts, short);
console.log(miss === undefined ? '\nThe bar is met.' : `\nMissed: ${miss}.`);
if (miss !== undefined) process.exitCode = 1;
