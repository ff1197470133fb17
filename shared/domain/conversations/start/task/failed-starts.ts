import type { StartTask } from './start-task.ts';

/** Records starts that ended in ERROR. */
export interface FailedStarts {
  /**
   * Writes the end of a task, its reason into its conversation, and its time into the sandbox in which it failed: all
   * or nothing. A conversation that was deleted, or that another start has taken over, stays as it is, and so does its
   * sandbox; also one that others use too, that was not made for a conversation, or that is in another generation.
   *
   * @throws VersionConflictError when another worker wrote the task first.
   */
  write(previous: StartTask, next: StartTask): Promise<void>;
}
