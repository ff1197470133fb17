import type { Page } from 'playwright-core';

interface Work {
  /** The CPU time of each task, in milliseconds, longest first. */
  readonly tasks: readonly number[];
  /** Their sum, in milliseconds. */
  readonly total: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['-*', 'disabled-by-default-devtools.timeline', '__metadata'];

/** Measures the CPU time of the page's main thread during `doing`. */
export async function workDuring(page: Page, doing: () => Promise<void>): Promise<Work> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser to trace.');
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
  // The busiest one belongs to the page: the browser also keeps idle spare processes.
  const [busiest] = works.toSorted((one, other) => other.total - one.total);
  if (busiest === undefined || busiest.total === 0) throw new Error('The trace contains no work of a main thread.');
  return busiest;
}
