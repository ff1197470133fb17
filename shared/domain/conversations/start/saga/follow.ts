import { StartTask as StartTaskContract } from '../../../../contract/shapes/start-task.ts';
import type { Release } from '../../../sandboxes/waits/wait-for-status.ts';
import { isOver, type StartTask } from '../task/start-task.ts';
import type { StartTaskStore } from '../task/start-task-store.ts';
import { startTaskWithSteps } from '../task/start-task-view.ts';

export interface FollowDeps {
  readonly startTasks: Pick<StartTaskStore, 'find'>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** In milliseconds, until the follower is ended. */
  readonly timeLeft: () => number;
  /** Takes a place among the requests that wait; undefined where this one may not. */
  readonly takePlace: () => Promise<Release | undefined>;
}

/** The first pause between two reads, in milliseconds: most changes happen soon. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1_000;
const GROWTH = 1.5;

/** After so many reads without a change, white space is sent: proxies close a connection that is silent for long. */
const SILENT_LOOKS = 15;

/** How much time the end needs, in milliseconds. */
const RESERVE = 5_000;

/**
 * The states of a start task as the pieces of one JSON array: the first at once, then one for each change of its
 * status, also for changes between two reads, until the task is over or the time is up. White space between two of them
 * means that nothing has changed. Without a place to wait it is the first state alone.
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

/** The states since then, oldest first, and the current one. */
function statesSince(shown: StartTask, task: StartTask): readonly StartTask[] {
  const changes = task.status_changes - shown.status_changes;
  if (changes <= 0) return [];
  // The state before the first of the changes is the one that was shown.
  const between = changes === 1 ? [] : task.passed.slice(1 - changes);
  return [...between.map((state) => ({ ...task, ...state })), task];
}

function element(task: StartTask): string {
  return JSON.stringify(StartTaskContract.parse(startTaskWithSteps(task)));
}
