import { BenchService } from '../starts/bench-service.ts';
import { distributionOf, distributionTable, stepRows } from '../starts/distribution.ts';
import type { StepTime } from '../starts/measure-start.ts';
import { readOptions } from '../starts/read-options.ts';
import { median } from '../statistics.ts';
import { type MeasuredPause, measurePause } from './measure-pause.ts';

/** The longest resume, of a cold start in the same run. */
const RESUME_SHARE = 1.5;

/** The longest resume that overtakes a pause, of that pause and a resume after it. */
const OVERTAKING_SHARE = 1.25;

const legend = `
Milliseconds, one sandbox after the other, through the front door of the local service with the reference agent. A step is named after what it ends in. A resume that
overtakes a pause is asked for right after it: up to \`TASK_REQUESTED\` it waits for the agent to prepare, the task to stop and the snapshot to be complete.`;

type Part = keyof MeasuredPause;

const titles: Readonly<Record<Part, string>> = {
  start: 'Cold start of the same sandboxes',
  pause: 'Pause',
  resume: 'Resume',
  overtaking: 'Resume that overtakes its pause',
};

async function measured(runs: number): Promise<readonly MeasuredPause[]> {
  const service = await BenchService.start();
  const pauses: MeasuredPause[] = [];
  try {
    for (let run = -1; run < runs; run += 1) {
      const pause = await measurePause(service);
      console.error(run < 0 ? 'a run that does not count' : `run ${run + 1} of ${runs}`);
      if (run >= 0) pauses.push(pause);
    }
  } finally {
    await service.stop();
  }
  return pauses;
}

function total(steps: readonly StepTime[]): number {
  return steps.reduce((sum, { seconds }) => sum + seconds * 1000, 0);
}

function report(runs: readonly MeasuredPause[]): string {
  const parts: readonly Part[] = ['start', 'pause', 'resume', 'overtaking'];
  const tables = parts.map((part) => {
    const steps = runs.map((run) => run[part]);
    const rows = [...stepRows(steps), ['**in all**', distributionOf(steps.map(total))] as const];
    return `### ${titles[part]}: ${runs.length} runs\n\n${distributionTable('step, ms', rows)}\n`;
  });
  return [...tables, legend].join('\n');
}

/** What the runs missed, in sentences. */
function missesOf(runs: readonly MeasuredPause[]): readonly string[] {
  const of = (part: Part) => median(runs.map((run) => total(run[part])));
  const resume = of('resume') / of('start');
  const overtaking = of('overtaking') / (of('pause') + of('resume'));
  return [
    ...(resume > RESUME_SHARE
      ? [`a resume takes ${resume.toFixed(2)} of a cold start, ${RESUME_SHARE} is allowed`]
      : []),
    ...(overtaking > OVERTAKING_SHARE
      ? [`a resume that overtakes takes ${overtaking.toFixed(2)} of pause and resume, ${OVERTAKING_SHARE} is allowed`]
      : []),
  ];
}

const { runs } = readOptions(process.argv.slice(2), { full: 20, short: 3 });
const pauses = await measured(runs);
console.log(report(pauses));
const misses = missesOf(pauses);
console.log(misses.length === 0 ? '\nEvery bar is met.' : `\nMissed: ${misses.join('; ')}.`);
if (misses.length > 0) process.exitCode = 1;
