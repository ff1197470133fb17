import type { FailureClass } from '../record/failures.ts';
import type { Launch } from '../record/launch.ts';
import type { StatusReason } from '../record/sandbox.ts';
import type { Task } from '../record/task.ts';

/**
 * The result of RunTask. `unclear`: the task may or may not run; a repetition with the same token and parameters shows
 * which. `refused`: this call started none. If the token is spent, ECS repeats its refusal for that token, so the next
 * try needs another one. Otherwise the next try must keep token and parameters, as an earlier call may have started a
 * task with them.
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
  /** The only secret of a start. It allows one deferred initialisation and may seal files. */
  readonly initKey: string;
}

export interface ListedTask {
  readonly task: Task;
  readonly startedBy: string | undefined;
}

export interface Tasks {
  /** Safe to repeat: the same client token gives the same task. Never throws; an unknown result is `unclear`. */
  run(request: LaunchRequest): Promise<LaunchOutcome>;
  /** Safe to repeat, even for a stopped or unknown task. */
  stop(taskArn: string, reason: string): Promise<void>;
  /** @returns `absent` when ECS does not know the task */
  describe(taskArn: string): Promise<Task | 'absent'>;
  /** Finds a task whose ARN was never recorded. A stopped task counts as absent; its disk is found by its tag. */
  find(startedBy: string): Promise<Task | 'absent'>;
  /** Describes many tasks at once, with their owners. Unknown tasks are left out. */
  describeMany(taskArns: readonly string[]): Promise<readonly ListedTask[]>;
  /** The ARN of every task that should run, a page at a time. */
  arns(): AsyncIterable<readonly string[]>;
  /** Every task that should run, with its owner, a page at a time. */
  list(): AsyncIterable<readonly ListedTask[]>;
  /** The same for tasks that stop or have stopped, as long as ECS lists them: at least an hour. */
  stopped(): AsyncIterable<readonly ListedTask[]>;
}

/** Spreads the RunTask calls of all processes over time, so that their sum stays below ECS's limit. */
export interface LaunchPace {
  /** How many calls the queue can reserve ahead: those of the next `limits.turnsAhead` seconds. */
  readonly ahead: number;
  /**
   * Reserves the next free time for a call.
   *
   * @param isQueued whether the start waited in the queue; while there is a queue, other starts get no turn
   * @returns when to make the call, `now` at the earliest; undefined when the start must wait in the queue
   */
  reserve(now: Date, isQueued?: boolean): Promise<Date | undefined>;
  /** Reserves `now` for a call of the lowest priority. @returns whether it was free */
  reserveIdle(now: Date): Promise<boolean>;
  /** Gives the queue priority: until then, new starts join it. */
  keepForQueue(until: Date): Promise<void>;
  /**
   * Claims the task of offering turns to the queue, and gives the queue priority. Only one worker may do it at a time,
   * as a start that gets two offers uses two turns.
   */
  claimOffer(now: Date): Promise<boolean>;
  /** Ends the claim early, so that the next start that joins the queue triggers new offers. */
  endOffer(): Promise<void>;
}
