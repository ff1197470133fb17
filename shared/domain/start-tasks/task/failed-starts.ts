import type { StartTask } from './start-task.ts';

/** Records starts that ended in ERROR. */
export interface FailedStarts {
  /**
   * Writes the end of a task, and its reason into its conversation: both or neither. A conversation that was deleted,
   * or that another start has taken over, stays as it is.
   *
   * @throws VersionConflictError when another worker wrote the task first.
   */
  write(previous: StartTask, next: StartTask): Promise<void>;
}
