import { parseStartedBy } from '../../shared/sandboxes/identity.ts';
import { isStopped, type Task } from '../../shared/sandboxes/task.ts';
import type { LaunchOutcome, LaunchRequest, Tasks } from '../../shared/sandboxes/tasks.ts';
import type { SettableClock } from './settable-clock.ts';

/** What goes wrong with one call of RunTask. `lost-answer`: the task starts and the caller never hears of it. */
export type RunFault = 'throttled' | 'lost-answer' | 'no-capacity' | 'refused';

interface Running {
  task: Task;
  readonly startedBy: string;
  readonly initKey: string;
  readonly startedAt: number;
  stopAt: number | null;
  stoppedAt: number | null;
}

/** Seconds that a task spends on its way up, and on its way down. */
const START_SECONDS = 8;
const STOP_SECONDS = 4;

/** ECS forgets a stopped task after about an hour. */
const FORGET_SECONDS = 3600;

/**
 * ECS as a sandbox meets it: client tokens repeat their answer, news comes as events that the test delivers as it likes, and a new task may be unknown to queries
 * for a while.
 */
export class FakeEcs implements Tasks {
  readonly #clock: SettableClock;
  readonly #tasks = new Map<string, Running>();
  readonly #tokens = new Map<string, LaunchOutcome>();
  readonly #faults: RunFault[] = [];
  /** Task changes that nobody was told of yet, oldest first. */
  readonly events: { readonly task: Task; readonly startedBy: string }[] = [];
  /** What goes wrong with every call, until it is mended. */
  alwaysFails: RunFault | null = null;
  /** For how many seconds queries do not know a new task. */
  blindSeconds = 0;
  /** What RunTask was asked for. */
  readonly requests: LaunchRequest[] = [];
  /** How often each method was called. */
  readonly calls = { run: 0, stop: 0 };

  constructor(clock: SettableClock) {
    this.#clock = clock;
  }

  failNextRun(fault: RunFault): void {
    this.#faults.push(fault);
  }

  clearFaults(): void {
    this.#faults.length = 0;
    this.blindSeconds = 0;
  }

  async run(request: LaunchRequest): Promise<LaunchOutcome> {
    this.calls.run += 1;
    this.requests.push(request);
    const fault = this.alwaysFails ?? this.#faults.shift();
    if (fault === 'throttled') return { kind: 'unclear', error: new Error('ThrottlingException') };
    const repeated = this.#tokens.get(request.clientToken);
    const outcome = repeated ?? this.#start(request, fault);
    this.#tokens.set(request.clientToken, outcome);
    if (fault === 'lost-answer') return { kind: 'unclear', error: new Error('the connection was reset') };
    if (outcome.kind !== 'accepted') return outcome;
    return { kind: 'accepted', task: this.#tasks.get(outcome.task.arn)?.task ?? outcome.task };
  }

  async stop(taskArn: string): Promise<void> {
    this.calls.stop += 1;
    const running = this.#tasks.get(taskArn);
    if (!running || running.stopAt !== null || isStopped(running.task)) return;
    running.stopAt = this.#seconds() + STOP_SECONDS;
    this.#change(running, { desiredStatus: 'STOPPED', stopCode: 'UserInitiated', stoppedReason: 'asked for' });
  }

  async describe(taskArn: string): Promise<Task | 'absent'> {
    const running = this.#tasks.get(taskArn);
    return running && this.#isVisible(running) ? running.task : 'absent';
  }

  async find(startedBy: string): Promise<Task | 'absent'> {
    const found = this.#listed().find((running) => running.startedBy === startedBy);
    return found?.task ?? 'absent';
  }

  async *list(): AsyncIterable<readonly { readonly task: Task; readonly startedBy: string }[]> {
    const listed = this.#listed().map(({ task, startedBy }) => ({ task, startedBy }));
    const pageSize = 2;
    for (let start = 0; start < listed.length; start += pageSize) yield listed.slice(start, start + pageSize);
  }

  /** Lets time do its work on every task. */
  tick(): void {
    for (const running of this.#tasks.values()) {
      if (isStopped(running.task)) continue;
      if (running.stopAt !== null && running.stopAt <= this.#seconds()) this.#end(running, {});
      else if (running.task.lastStatus === 'PROVISIONING' && running.startedAt + START_SECONDS <= this.#seconds())
        this.#change(running, { lastStatus: 'RUNNING', networkInterfaceId: `eni-${running.task.arn}` });
    }
  }

  /** A task ends that nobody asked to end. */
  kill(taskArn: string): void {
    const running = this.#tasks.get(taskArn);
    if (running && !isStopped(running.task)) {
      const why = { stopCode: 'SpotInterruption', stoppedReason: 'Your Spot Task was interrupted', exitCode: 137 };
      this.#end(running, why);
    }
  }

  /** A task that was started by nobody who remembers. */
  plant(startedBy: string): Task {
    return this.#launch(startedBy, 'a lost init key');
  }

  taskOf(taskArn: string): Task | undefined {
    return this.#tasks.get(taskArn)?.task;
  }

  startedByOf(taskArn: string): string | undefined {
    return this.#tasks.get(taskArn)?.startedBy;
  }

  initKeyOf(taskArn: string): string | undefined {
    return this.#tasks.get(taskArn)?.initKey;
  }

  /** Every task that costs money and that nobody asked to stop. */
  live(): { readonly task: Task; readonly startedBy: string }[] {
    return [...this.#tasks.values()].filter(({ task }) => !isStopped(task) && task.desiredStatus === 'RUNNING');
  }

  #start(request: LaunchRequest, fault: RunFault | undefined): LaunchOutcome {
    if (fault === 'no-capacity')
      return { kind: 'refused', code: 'capacity_unavailable', message: 'Capacity is unavailable', retryable: true };
    if (fault === 'refused')
      return { kind: 'refused', code: 'launch_refused', message: 'ECS refused', retryable: false };
    return { kind: 'accepted', task: this.#launch(request.startedBy, request.initKey) };
  }

  #launch(startedBy: string, initKey: string): Task {
    const task: Task = {
      arn: `arn:aws:ecs:us-east-1:123456789012:task/agents/${this.#tasks.size + 1}`,
      generation: parseStartedBy(startedBy)?.generation ?? 0,
      version: 1,
      lastStatus: 'PROVISIONING',
      desiredStatus: 'RUNNING',
      stopCode: null,
      stoppedReason: null,
      exitCode: null,
      networkInterfaceId: null,
      bindings: [],
    };
    const running = { task, startedBy, initKey, startedAt: this.#seconds(), stopAt: null, stoppedAt: null };
    this.#tasks.set(task.arn, running);
    this.events.push({ task, startedBy });
    return task;
  }

  #end(running: Running, why: Partial<Task>): void {
    running.stoppedAt = this.#seconds();
    this.#change(running, { lastStatus: 'STOPPED', desiredStatus: 'STOPPED', ...why });
  }

  #change(running: Running, change: Partial<Task>): void {
    running.task = { ...running.task, ...change, version: running.task.version + 1 };
    this.events.push({ task: running.task, startedBy: running.startedBy });
  }

  /** ListTasks shows what should run; what was asked to stop is not in it. */
  #listed(): Running[] {
    return [...this.#tasks.values()].filter(
      (running) => running.task.desiredStatus === 'RUNNING' && this.#isVisible(running),
    );
  }

  #isVisible({ startedAt, stoppedAt }: Running): boolean {
    const isForgotten = stoppedAt !== null && stoppedAt + FORGET_SECONDS < this.#seconds();
    return !isForgotten && startedAt + this.blindSeconds <= this.#seconds();
  }

  #seconds(): number {
    return this.#clock.now().getTime() / 1000;
  }
}
