import { parentPort } from 'node:worker_threads';
import { copyTree, removeTree } from './tree-copy.ts';

/** A task for a worker thread. */
export type TreeTask =
  | { readonly kind: 'copy'; readonly source: string; readonly target: string; readonly live: boolean }
  | { readonly kind: 'remove'; readonly path: string };

/** The error message of the file system, if the task failed. */
export type TreeOutcome = { readonly error?: string };

parentPort?.on('message', (task: TreeTask) => {
  parentPort?.postMessage(perform(task));
});

function perform(task: TreeTask): TreeOutcome {
  try {
    if (task.kind === 'copy') copyTree(task.source, task.target, task);
    else removeTree(task.path);
    return {};
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
