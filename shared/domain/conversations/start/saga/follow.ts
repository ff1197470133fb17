import { StartTask as StartTaskContract } from '../../../../contract/shapes/start-task.ts';
import type { Release } from '../../../sandboxes/waits/wait-for-status.ts';
import { isOver, type StartTask } from '../task/start-task.ts';
import type { StartTaskStore } from '../task/start-task-store.ts';
import { startTaskWithSteps } from '../task/start-task-view.ts';

export interface FollowDeps {
  readonly startTasks: Pick<StartTaskStore, 'find'>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Time until this follower must end, in milliseconds. */
  readonly timeLeft: () => number;
  /** Takes one of the limited places for waiting requests; undefined if none is free. */
  readonly takePlace: () => Promise<Release | undefined>;
}

/** Pauses between reads, in milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1_000;
const GROWTH = 1.5;

/** Reads without a change before white space is sent: proxies close silent connections. */
const SILENT_LOOKS = 15;

/** Time reserved for the end of the response, in milliseconds. */
const RESERVE = 5_000;

/**
 * The states of a start task as the parts of one JSON array: the current one at once, then one for each change of its
 * status, until the task or the time is over. White space keeps the connection alive. If no place to wait is free, the
 * array contains only the first state.
 */
export async function* followed(first: StartTask, deps: FollowDeps): AsyncGenerator<string> {
  yield `[${element(first)}`;
  const release = isOver(first) ? undefined : await deps.takePlace();
  if (release) {
    try {
      yield* laterStates(first, deps);
    } finally {
      await release();
    }
  }
  yield ']';
}

async function* laterStates(first: StartTask, { startTasks, pause, timeLeft }: FollowDeps): AsyncGenerator<string> {
  let shown = first;
  let silent = 0;
  for (let milliseconds = FIRST_PAUSE; !isOver(shown) && timeLeft() > RESERVE; ) {
    await pause(milliseconds);
    const task = await startTasks.find(first.owner_id, first.start_task_id);
    if (!task) break;
    const news = statesSince(shown, task);
    if (news.length === 0) {
      milliseconds = Math.min(milliseconds * GROWTH, LONGEST_PAUSE);
      silent += 1;
      if (silent % SILENT_LOOKS === 0) yield '\n';
      continue;
    }
    for (const state of news) yield `,\n${element(state)}`;
    [shown, milliseconds, silent] = [task, FIRST_PAUSE, 0];
  }
}

/** The states after the shown one, oldest first, up to the current one. */
function statesSince(shown: StartTask, task: StartTask): readonly StartTask[] {
  const changes = task.status_changes - shown.status_changes;
  if (changes <= 0) return [];
  // The state before the first change was shown already.
  const between = changes === 1 ? [] : task.passed.slice(1 - changes);
  return [...between.map((state) => ({ ...task, ...state })), task];
}

function element(task: StartTask): string {
  return JSON.stringify(StartTaskContract.parse(startTaskWithSteps(task)));
}
