import type { FailureClass } from '../record/failure.ts';
import type { Launch } from '../record/sandbox.ts';
import type { StatusReason } from '../record/status-reason.ts';
import type { Task } from '../record/task.ts';

/**
 * The result of RunTask. `unclear`: the task may run or not; a repetition with the same token and parameters shows
 * which. `refused`: this call started none. When the token is spent, ECS repeats its refusal to every call with it, so
 * the next try needs another; otherwise the next try must keep token and parameters, as an earlier call may have
 * started a task with them.
 */
export type LaunchOutcome =
  | { readonly kind: 'accepted'; readonly task: Task }
  | {
      readonly kind: 'refused';
      readonly reason: StatusReason;
      readonly class: FailureClass;
      readonly tokenSpent: boolean;
      /** The message from AWS, for the operator's log. */
      readonly detail: string;
    }
  | { readonly kind: 'unclear'; readonly error: unknown };

export interface LaunchRequest {
  readonly launch: Launch;
  readonly clientToken: string;
  readonly startedBy: string;
  /** The only secret of a start, which opens the deferred initialisation once and may seal files. */
  readonly initKey: string;
}

export interface ListedTask {
  readonly task: Task;
  readonly startedBy: string | undefined;
}

/** The compute behind sandboxes. */
export interface Tasks {
  /** Safe to repeat: the same client token gives the same task. Never throws; an unknown result is `unclear`. */
  run(request: LaunchRequest): Promise<LaunchOutcome>;
  /** Safe to repeat; a task that is stopped or unknown is fine. */
  stop(taskArn: string, reason: string): Promise<void>;
  /** @returns `absent` when ECS does not know the task. */
  describe(taskArn: string): Promise<Task | 'absent'>;
  /** Finds a task whose ARN was never recorded. A stopped one reads as absent: its disk has a tag. */
  find(startedBy: string): Promise<Task | 'absent'>;
  /** As `describe`, for many at once, with whose they are; those that ECS does not know are missing. */
  describeMany(taskArns: readonly string[]): Promise<readonly ListedTask[]>;
  /** The ARN of every task that should run, a page at a time. */
  arns(): AsyncIterable<readonly string[]>;
  /** Every task that should run, with whose it is, a page at a time. */
  list(): AsyncIterable<readonly ListedTask[]>;
  /** As `list`, for tasks that stop or have stopped, for as long as ECS remembers them: an hour at least. */
  stopped(): AsyncIterable<readonly ListedTask[]>;
}
