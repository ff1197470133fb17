import type { FailureClass } from '../record/failures.ts';
import type { Launch, StatusReason } from '../record/sandbox.ts';
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

/** Spreads RunTask calls of all processes over time, so that their sum stays below ECS's limit. */
export interface LaunchPace {
  /** How many moments the queue may take ahead of time: those of the next `limits.turnsAhead` seconds. */
  readonly ahead: number;
  /**
   * Takes the next free moment.
   *
   * @param isQueued whether the start waited in the queue; others leave what is free to the queue while there is one
   * @returns when the call may be made, `now` at the earliest; undefined when the start has to wait in the queue
   */
  reserve(now: Date, isQueued?: boolean): Promise<Date | undefined>;
  /** Takes the moment `now` if it is free, for calls before which all others go. @returns whether it is taken. */
  reserveIdle(now: Date): Promise<boolean>;
  /** Says that starts wait in the queue: until then, a new one takes its place behind them. */
  keepForQueue(until: Date): Promise<void>;
  /**
   * Whether the caller has to offer turns to the queue: one at a time, as a start that two offer a turn to takes two of
   * them. From then on new starts take their places behind those in the queue.
   */
  claimOffer(now: Date): Promise<boolean>;
  /** The claim ends before its time: the next start that joins the queue has turns offered again. */
  endOffer(): Promise<void>;
}
