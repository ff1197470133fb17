import { shareOf } from '../core-share.ts';
import { median } from '../statistics.ts';
import type { Built } from '../tapes/builds.ts';
import { ms, table } from '../tapes/markdown.ts';
import { coldOnly, measure } from '../tapes/measure.ts';
import type { Subject } from '../tapes/subjects.ts';
import { callMs } from './model.ts';
import { type Quota, quotaOf } from './quota.ts';

/** Functions of each kind: the model is the same for all. */
const CHECKED = ['authorize', 'get-sandbox', 'get-settings', 'list-app-conversations', 'start-sandbox'];

const RUNS = 7;

/** First calls under a quota of the kernel, as Lambda has one, beside what the model says of the same calls. */
export async function checkQuota(subjects: readonly Subject[], built: Built): Promise<string> {
  const rows: string[][] = [];
  for (const subject of subjects.filter(({ id }) => CHECKED.includes(id))) {
    const quota = attempt(shareOf(subject.memoryMegabytes));
    if (typeof quota === 'string') return `\nNot checked under a quota, as this machine allows none: ${quota}.`;
    try {
      rows.push(await rowOf(subject, built.moduleOf(subject.id), quota));
    } finally {
      quota.end();
    }
  }
  const headings = ['first call', 'MB', 'modelled ms', 'under a quota ms'];
  return `\n${table(headings, rows)}\n\nMedians of ${RUNS}; a quota is checked only every few milliseconds.`;
}

async function rowOf({ id, tapes, memoryMegabytes }: Subject, module: string, quota: Quota): Promise<string[]> {
  const measured: { readonly modelled: number; readonly real: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { first } = await measure({ id, module, tapes }, { ...coldOnly, onInitialised: (pid) => quota.take(pid) });
    measured.push({ modelled: callMs({ call: first.cpuMs, memoryMegabytes }), real: first.wallMs });
  }
  const of = (name: 'modelled' | 'real') => ms(median(measured.map((each) => each[name])));
  return [id, String(memoryMegabytes), of('modelled'), of('real')];
}

function attempt(share: number): Quota | string {
  try {
    return quotaOf(share);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
