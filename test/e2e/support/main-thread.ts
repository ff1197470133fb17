import type { Page } from 'playwright-core';

/** What a page's main thread does, task by task. */
interface Work {
  /** The processor time of each task, in milliseconds, the longest first. */
  readonly tasks: readonly number[];
  /** Their sum, in milliseconds. */
  readonly total: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['-*', 'disabled-by-default-devtools.timeline', '__metadata'];

/** What the main thread of a page works while `doing` goes on; other processes of the machine do not count. */
export async function workDuring(page: Page, doing: () => Promise<void>): Promise<Work> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser that could be traced');
  await browser.startTracing(page, { categories: CATEGORIES });
  await doing();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const mainThreads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const works = mainThreads.map(({ pid, tid }) => {
    const own = traceEvents.filter((event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid);
    const tasks = own.map(({ tdur = 0 }) => tdur / 1000).toSorted((one, other) => other - one);
    return { tasks, total: tasks.reduce((sum, task) => sum + task, 0) };
  });
  // Of a page in the foreground and the empty ones that the browser keeps ready, the one that works most.
  const [busiest] = works.toSorted((one, other) => other.total - one.total);
  if (busiest === undefined || busiest.total === 0) throw new Error('the trace names no work of a main thread');
  return busiest;
}
