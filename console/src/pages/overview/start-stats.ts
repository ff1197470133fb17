import type { StartTask } from '../../api/shapes.ts';

type Task = Pick<StartTask, 'status' | 'created_at' | 'updated_at'>;

/** How some starts went. Times are from the request until the conversation could be talked to, in milliseconds. */
export interface StartStats {
  readonly all: number;
  readonly ready: number;
  readonly failed: number;
  readonly underWay: number;
  /** Undefined where none is ready. */
  readonly median: number | undefined;
  readonly slowest: number | undefined;
}

export function statsOf(tasks: readonly Task[]): StartStats {
  const ready = tasks.filter(({ status }) => status === 'READY');
  const failed = tasks.filter(({ status }) => status === 'ERROR').length;
  // A task is not written any more once it is over.
  const times = ready.map((task) => Date.parse(task.updated_at) - Date.parse(task.created_at)).sort((a, b) => a - b);
  return {
    all: tasks.length,
    ready: ready.length,
    failed,
    underWay: tasks.length - ready.length - failed,
    median: medianOf(times),
    slowest: times.at(-1),
  };
}

/** @param sorted the smallest first */
function medianOf(sorted: readonly number[]): number | undefined {
  const [below, above] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return below === undefined || above === undefined ? undefined : (below + above) / 2;
}
