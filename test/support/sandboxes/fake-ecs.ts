import type { Capacity } from '../../../shared/contract/shapes/enums.ts';
import type { LaunchOutcome, LaunchRequest, Tasks } from '../../../shared/domain/sandboxes/launch/tasks.ts';
import { ownerOfTags } from '../../../shared/domain/sandboxes/record/disks.ts';
import {
  classifyLaunchError,
  classifyLaunchFailure,
  type Failure,
} from '../../../shared/domain/sandboxes/record/failures.ts';
import { parseStartedBy } from '../../../shared/domain/sandboxes/record/identity.ts';
import type { LaunchVolume } from '../../../shared/domain/sandboxes/record/launch.ts';
import { isStopped, type Task } from '../../../shared/domain/sandboxes/record/task.ts';
import type { SettableClock } from '../platform/settable-clock.ts';
import { FakeDisks } from './fake-disks.ts';

/**
 * A failure of RunTask. A task runs after `lost-answer` but not after `unavailable`. Callers cannot tell. `no-spot`: a
 * refusal of a task on Spot that does not spend the token.
 */
export type RunFault = 'throttled' | 'unavailable' | 'lost-answer' | 'no-capacity' | 'no-spot' | 'refused' | 'denied';

interface Running {
  task: Task;
  readonly startedBy: string;
  readonly initKey: string;
  readonly disk: LaunchVolume | null;
  readonly startedAt: number;
  /** Set once the task runs. If it ends earlier, only the volume's tags name the task. */
  volumeId: string | null;
  stopAt: number | null;
  stoppedAt: number | null;
}

const throttled = classifyLaunchError({ name: 'ThrottlingException', message: 'Rate exceeded' });
const denied = classifyLaunchError({ name: 'AccessDeniedException', message: 'not authorized' });
const wrongSpec = classifyLaunchError({ name: 'ClientException', message: 'TaskDefinition is inactive' });
const noCapacity = classifyLaunchFailure({ reason: 'Capacity is unavailable at this time' });

const isSpot = ({ launch }: LaunchRequest) => launch.capacity === 'spot';

const spot = { stopCode: 'SpotInterruption', stoppedReason: 'Your Spot Task was interrupted.', exitCode: 137 };

const noSnapshot = (id: string | null) =>
  `ECS failed to set up the EBS volume. Encountered InvalidSnapshot.NotFound: The snapshot '${id}' does not exist.`;

function refused(failure: Failure, tokenSpent: boolean): LaunchOutcome {
  return { kind: 'refused', ...failure, tokenSpent, detail: failure.reason.message };
}

/** Seconds until a task has its volume, until it runs, and until it ends. */
const VOLUME_SECONDS = 3;
const START_SECONDS = 8;
const STOP_SECONDS = 4;

/** ECS forgets a stopped task after about an hour. */
const FORGET_SECONDS = 3600;

/** ECS with idempotent client tokens, events that the test delivers, and eventually consistent queries. */
export class FakeEcs implements Tasks {
  readonly #clock: SettableClock;
  readonly disks: FakeDisks;
  readonly #tasks = new Map<string, Running>();
  readonly #tokens = new Map<string, LaunchOutcome>();
  readonly #parameters = new Map<string, string>();
  /** Client tokens that came again with other parameters, which ECS refuses as a conflict. */
  readonly conflicts: string[] = [];
  readonly #faults: RunFault[] = [];
  /** Unreported task changes, oldest first. */
  readonly events: { readonly task: Task; readonly startedBy: string }[] = [];
  alwaysFails: RunFault | null = null;
  /** Whether Spot has capacity. */
  hasSpot = true;
  /** The seconds for which queries omit a new task. */
  blindSeconds = 0;
  readonly requests: LaunchRequest[] = [];
  readonly calls = { run: 0, stop: 0 };

  constructor(clock: SettableClock, disks = new FakeDisks(clock)) {
    this.#clock = clock;
    this.disks = disks;
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
    if (fault === 'throttled') return refused(throttled, false);
    if (fault === 'denied') return refused(denied, false);
    if (fault === 'no-spot' && isSpot(request) && !this.#tokens.has(request.clientToken))
      return refused(noCapacity, false);
    if (fault === 'unavailable') return { kind: 'unclear', error: new Error('the connection was reset') };
    const repeated = this.#tokens.get(request.clientToken);
    const parameters = JSON.stringify(request.launch);
    if ((this.#parameters.get(request.clientToken) ?? parameters) !== parameters)
      this.conflicts.push(request.clientToken);
    this.#parameters.set(request.clientToken, parameters);
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

  async describeMany(taskArns: readonly string[]) {
    return taskArns.flatMap((arn) => {
      const running = this.#tasks.get(arn);
      return running && this.#isVisible(running) ? [{ task: running.task, startedBy: running.startedBy }] : [];
    });
  }

  async *arns(): AsyncIterable<readonly string[]> {
    for await (const page of this.list()) yield page.map(({ task }) => task.arn);
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

  async *stopped(): AsyncIterable<readonly { readonly task: Task; readonly startedBy: string }[]> {
    yield [...this.#tasks.values()].filter(({ task }) => task.desiredStatus === 'STOPPED').filter(this.#isVisible);
  }

  tick(): void {
    for (const running of this.#tasks.values()) {
      if (isStopped(running.task)) continue;
      const isStopping = running.stopAt !== null;
      if (!isStopping && running.disk && running.volumeId === null) this.#attach(running, running.disk);
      if (isStopped(running.task)) continue;
      if (running.stopAt !== null && running.stopAt <= this.#seconds()) this.#end(running, {});
      else if (running.task.lastStatus === 'PROVISIONING' && running.startedAt + START_SECONDS <= this.#seconds())
        this.#change(running, {
          times: { ...running.task.times, pullStoppedAt: this.#now(), startedAt: this.#now() },
          lastStatus: 'RUNNING',
          networkInterfaceId: `eni-${running.task.arn}`,
          volumeId: running.volumeId,
        });
    }
  }

  kill(taskArn: string, why: Partial<Task> = spot): void {
    const running = this.#tasks.get(taskArn);
    if (running && !isStopped(running.task)) this.#end(running, why);
  }

  /** Starts a task without a row. */
  plant(startedBy: string): Task {
    return this.#launch(startedBy, 'a lost init key', null, 'on_demand');
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

  every(): { readonly task: Task; readonly startedBy: string }[] {
    return [...this.#tasks.values()];
  }

  /** The running tasks without a stop request. */
  live(): { readonly task: Task; readonly startedBy: string }[] {
    return [...this.#tasks.values()].filter(({ task }) => !isStopped(task) && task.desiredStatus === 'RUNNING');
  }

  #start(request: LaunchRequest, fault: RunFault | undefined): LaunchOutcome {
    if (fault === 'no-capacity' || (!this.hasSpot && isSpot(request))) return refused(noCapacity, true);
    if (fault === 'refused') return refused(wrongSpec, true);
    const { volume, capacity } = request.launch;
    return { kind: 'accepted', task: this.#launch(request.startedBy, request.initKey, volume, capacity) };
  }

  #launch(startedBy: string, initKey: string, disk: LaunchVolume | null, capacity: Capacity): Task {
    const task: Task = {
      arn: `arn:aws:ecs:us-east-1:123456789012:task/agents/${this.#tasks.size + 1}`,
      generation: parseStartedBy(startedBy)?.generation ?? 0,
      version: 1,
      lastStatus: 'PROVISIONING',
      desiredStatus: 'RUNNING',
      stopCode: null,
      stoppedReason: null,
      exitCode: null,
      capacity,
      networkInterfaceId: null,
      volumeId: null,
      times: { createdAt: this.#now(), pullStartedAt: null, pullStoppedAt: null, startedAt: null, stoppedAt: null },
      bindings: [],
    };
    const startedAt = this.#seconds();
    const running = { task, startedBy, initKey, disk, startedAt, volumeId: null, stopAt: null, stoppedAt: null };
    this.#tasks.set(task.arn, running);
    this.events.push({ task, startedBy });
    return task;
  }

  /** Creates the volume during the start, as ECS does. A missing snapshot ends the task. */
  #attach(running: Running, disk: LaunchVolume): void {
    if (running.startedAt + VOLUME_SECONDS > this.#seconds()) return;
    const volume = this.disks.attach(ownerOfTags(disk.tags), disk.snapshot_id);
    if (volume) {
      running.volumeId = volume.id;
      running.task = { ...running.task, times: { ...running.task.times, pullStartedAt: this.#now() } };
    } else this.#end(running, { stopCode: 'TaskFailedToStart', stoppedReason: noSnapshot(disk.snapshot_id) });
  }

  #end(running: Running, why: Partial<Task>): void {
    running.stoppedAt = this.#seconds();
    if (running.volumeId) this.disks.detach(running.volumeId);
    const times = { ...running.task.times, stoppedAt: this.#now() };
    this.#change(running, { lastStatus: 'STOPPED', desiredStatus: 'STOPPED', times, ...why });
  }

  #change(running: Running, change: Partial<Task>): void {
    running.task = { ...running.task, ...change, version: running.task.version + 1 };
    this.events.push({ task: running.task, startedBy: running.startedBy });
  }

  /** ListTasks omits tasks with a stop request. */
  #listed(): Running[] {
    return [...this.#tasks.values()].filter(
      (running) => running.task.desiredStatus === 'RUNNING' && this.#isVisible(running),
    );
  }

  #isVisible = ({ startedAt, stoppedAt }: Running): boolean => {
    const isForgotten = stoppedAt !== null && stoppedAt + FORGET_SECONDS < this.#seconds();
    return !isForgotten && startedAt + this.blindSeconds <= this.#seconds();
  };

  #now(): string {
    return this.#clock.now().toISOString();
  }

  #seconds(): number {
    return this.#clock.now().getTime() / 1000;
  }
}
