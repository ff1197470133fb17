import type { FailureClass } from './failure.ts';
import type { Launch, StatusReason } from './sandbox.ts';
import type { Task } from './task.ts';

/**
 * What came of asking for a task. `unclear`: it may run or not; asking again with the same token and parameters tells. `refused`: this call started none. When the
 * token is spent, ECS repeats its refusal to whoever asks with it, so the next try needs another; when it is not, the next try must keep token and parameters, as
 * a call before this one may have started a task with them.
 */
export type LaunchOutcome =
  | { readonly kind: 'accepted'; readonly task: Task }
  | {
      readonly kind: 'refused';
      readonly reason: StatusReason;
      readonly class: FailureClass;
      readonly tokenSpent: boolean;
      /** What AWS said, for the log of the operator. */
      readonly detail: string;
    }
  | { readonly kind: 'unclear'; readonly error: unknown };

export interface LaunchRequest {
  readonly launch: Launch;
  readonly clientToken: string;
  readonly startedBy: string;
  /** The only secret of a start: it opens the deferred initialisation once. Some agent servers seal their files with it besides. */
  readonly initKey: string;
}

/** The compute behind sandboxes. */
export interface Tasks {
  /** Safe to repeat: the same client token gives the same task. Never throws; what is unknown is `unclear`. */
  run(request: LaunchRequest): Promise<LaunchOutcome>;
  /** Safe to repeat; a task that is stopped or not known any more is fine. */
  stop(taskArn: string, reason: string): Promise<void>;
  /** @returns `absent` when ECS does not know the task. */
  describe(taskArn: string): Promise<Task | 'absent'>;
  /** Finds a task that should run and whose ARN was never recorded. One that stopped meanwhile reads as absent: its disk is found by tag. */
  find(startedBy: string): Promise<Task | 'absent'>;
  /** Every task that should run, with whose it is, a page at a time. */
  list(): AsyncIterable<readonly { readonly task: Task; readonly startedBy: string | undefined }[]>;
  /** The same of those that stop or have stopped, for as long as ECS remembers them: an hour at least. */
  stopped(): AsyncIterable<readonly { readonly task: Task; readonly startedBy: string | undefined }[]>;
}
