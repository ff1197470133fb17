import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Namespaces } from '../namespaces/namespaces.ts';
import type { HostPorts } from './host-ports.ts';
import { CannotStartError, checkRecipe, commandOf, type RecipePlaces } from './run-recipe.ts';
import type { TaskJournal } from './task-journal.ts';
import { adoptTaskProcess, boundLog, killStrays, launchTaskProcess, type TaskProcess } from './task-process.ts';
import type { StopCode, TaskRecord } from './task-record.ts';
import { TaskDisk, type TaskVolumes } from './task-volumes.ts';
import type { Workspaces } from './workspaces.ts';

export interface Surroundings extends RecipePlaces {
  readonly journal: TaskJournal;
  readonly ports: HostPorts;
  readonly workspaces: Workspaces;
  readonly volumes: TaskVolumes;
  readonly namespaces: Namespaces | undefined;
  readonly logFolder: string;
  readonly startDelayMilliseconds: number;
  readonly log: (message: string) => void;
  /** Whether another live task uses the same workspace. */
  sharesWorkspace(task: TaskRecord): boolean;
}

/** Pause before a failed write is retried. */
const retryMilliseconds = 500;

/** Time for a process to end when this service stops. */
const haltGraceMilliseconds = 3_000;

/** Takes one task from its current status to STOPPED: starts or adopts its process, and records each step. */
export class TaskSupervisor {
  /** Resolves when the task has stopped, or when supervision is halted. */
  readonly done: Promise<void>;
  /** Resolves when it is known whether the process of an earlier run is still alive. */
  readonly processChecked: Promise<void>;
  readonly #task: TaskRecord;
  readonly #surroundings: Surroundings;
  readonly #disk: TaskDisk;
  readonly #interrupted = Promise.withResolvers<void>();
  readonly #halted = Promise.withResolvers<void>();
  readonly #checked = Promise.withResolvers<void>();
  #halting = false;
  #process: TaskProcess | undefined;
  #containerReason: string | undefined;

  constructor(task: TaskRecord, surroundings: Surroundings) {
    this.#task = task;
    this.#surroundings = surroundings;
    this.#disk = new TaskDisk(task, surroundings.journal, surroundings.volumes);
    if (task.desiredStatus === 'STOPPED') this.#interrupted.resolve();
    this.processChecked = this.#checked.promise;
    this.done = this.#run().finally(() => this.#checked.resolve());
  }

  /** Makes the supervisor check the record again, because the task should stop. */
  interrupt(): void {
    this.#interrupted.resolve();
  }

  /** Kills the program without warning; ECS reports `reason`. @returns false when no program runs */
  crash(reason?: string): boolean {
    if (!this.#process) return false;
    this.#containerReason = reason;
    this.#process.kill();
    return true;
  }

  /**
   * Ends the process but not the task, which starts again with the service. Further calls only shorten the grace
   * period.
   */
  async halt(graceMilliseconds = haltGraceMilliseconds): Promise<void> {
    this.#halting = true;
    this.#interrupted.resolve();
    this.#halted.resolve();
    this.#process?.terminate(graceMilliseconds);
    await this.done;
  }

  get #ending(): boolean {
    return this.#halting || this.#task.desiredStatus === 'STOPPED';
  }

  async #run(): Promise<void> {
    try {
      await this.#live();
    } catch (error) {
      const expected = error instanceof CannotStartError;
      const reason = error instanceof Error ? error.message : String(error);
      if (!expected) this.#surroundings.log(`Task ${this.#task.id} failed: ${reason}`);
      this.#process?.terminate(0);
      await this.#process?.exited;
      // The record still says that it should run, so the next start of the service tries again.
      if (!this.#halting) await this.#giveUp(expected ? reason : `The task cannot run on this machine: ${reason}`);
    }
  }

  async #live(): Promise<void> {
    this.#process = await this.#adopt();
    this.#checked.resolve();
    if (!this.#ending) this.#surroundings.ports.checkEdge(this.#task);
    this.#process ??= await this.#launch();
    const exitCode = await this.#watch();
    if (this.#halting) return;
    await this.#finish('EssentialContainerExited', 'Essential container in task exited', exitCode);
  }

  /** Retries until the end of the task is recorded, or the service halts. */
  async #giveUp(reason: string): Promise<void> {
    while (!(await this.#ended(reason)) && !this.#halting)
      await Promise.race([delay(retryMilliseconds), this.#halted.promise]);
  }

  /** Whether the end of the task was recorded. A full disk can prevent that for a while. */
  async #ended(reason: string): Promise<boolean> {
    try {
      await this.#finish('TaskFailedToStart', reason);
      return true;
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      this.#surroundings.log(`The end of task ${this.#task.id} was not recorded: ${cause}`);
      return false;
    }
  }

  async #adopt(): Promise<TaskProcess | undefined> {
    const { process } = this.#task;
    if (!process) return undefined;
    const adopted = await adoptTaskProcess(process);
    if (adopted) return adopted;
    await this.#clean();
    this.#task.process = undefined;
    return undefined;
  }

  /** Undefined when the task was stopped, or the service halted, before the process began. */
  async #launch(): Promise<TaskProcess | undefined> {
    const [task, { journal, namespaces, workspaces }] = [this.#task, this.#surroundings];
    if (this.#ending) return undefined;
    await checkRecipe(task, this.#surroundings);
    // A disk that takes long to fill is completed at the next start.
    await Promise.race([this.#disk.provide(), this.#halted.promise]);
    if (this.#halting) return undefined;
    if (task.lastStatus === 'PROVISIONING') {
      await journal.change(task, {
        lastStatus: 'PENDING',
        networkInterface: { ...task.networkInterface, status: 'ATTACHED' },
      });
    }
    await this.#pull();
    if (this.#ending) return undefined;
    await this.#surroundings.ports.place(task);
    // A mounted volume already has its folder. Creating the folder would put an empty disk in its place.
    const directory = task.volume ? workspaces.path(task.workspace) : await workspaces.ensure(task.workspace);
    await boundLog(this.#logFile);
    const launched = await launchTaskProcess({
      command: await commandOf(task, this.#surroundings, directory),
      namespaces,
      environment: { PATH: this.#surroundings.searchPath, HOME: directory, ...task.container.environment },
      directory,
      logFile: this.#logFile,
    });
    this.#process = launched;
    await journal.change(task, {
      lastStatus: 'RUNNING',
      startedAt: task.startedAt ?? journal.now,
      process: launched.identity,
      container: {
        ...task.container,
        lastStatus: 'RUNNING',
        runtimeId: `${task.id}-${randomBytes(5).toString('hex')}`,
      },
    });
    if (!this.#ending) launched.begin();
    return launched;
  }

  /** Resolves with the exit code when the process has ended; with undefined without a process. */
  async #watch(): Promise<number | undefined> {
    const process = this.#process;
    if (!process) return undefined;
    await Promise.race([process.exited, this.#interrupted.promise]);
    void this.#halted.promise.then(() => process.terminate(haltGraceMilliseconds));
    if (this.#task.desiredStatus === 'STOPPED' && !this.#halting) {
      process.terminate(this.#task.stopTimeoutSeconds * 1000);
      // A stop that an earlier run began continues where it was.
      if (this.#task.lastStatus === 'RUNNING')
        await this.#surroundings.journal.change(this.#task, { lastStatus: 'DEACTIVATING' });
      await this.#surroundings.journal.change(this.#task, { lastStatus: 'STOPPING' });
    }
    const exitCode = await process.exited;
    await this.#clean();
    return exitCode;
  }

  async #finish(code: StopCode, reason: string, exitCode?: number): Promise<void> {
    const { journal, ports } = this.#surroundings;
    const task = this.#task;
    const began = task.startedAt !== undefined;
    const stopCode = task.stopCode ?? code;
    const ended: Partial<TaskRecord> = {
      desiredStatus: 'STOPPED',
      stopCode,
      stoppedReason: task.stoppedReason ?? reason,
      stoppingAt: task.stoppingAt ?? journal.now,
      container: {
        ...task.container,
        lastStatus: 'STOPPED',
        // How the processes of a failed host ended is unknown.
        exitCode: stopCode === 'InfrastructureHealth' ? undefined : (exitCode ?? task.container.exitCode),
        reason: this.#containerReason ?? task.container.reason,
      },
      process: undefined,
    };
    // The task cannot start again from here on, so its volume can be released.
    if (began || task.volume?.id !== undefined) {
      await journal.change(task, { ...ended, lastStatus: 'DEPROVISIONING', executionStoppedAt: journal.now });
    }
    await this.#disk.release();
    ports.release(task);
    const networkInterface = { ...task.networkInterface, status: 'DELETED' as const };
    await journal.change(task, { ...ended, lastStatus: 'STOPPED', stoppedAt: journal.now, networkInterface });
  }

  async #clean(): Promise<void> {
    const { workspaces, sharesWorkspace } = this.#surroundings;
    if (!sharesWorkspace(this.#task)) await killStrays(workspaces.path(this.#task.workspace));
  }

  get #logFile(): string {
    return join(this.#surroundings.logFolder, `${this.#task.id}.log`);
  }

  /** Waits as long as an image pull would take, unless the task is stopped first. */
  async #pull(): Promise<void> {
    const { startDelayMilliseconds } = this.#surroundings;
    if (startDelayMilliseconds === 0) return;
    const waiting = new AbortController();
    void this.#interrupted.promise.then(() => waiting.abort());
    // An interruption ends the wait early.
    await delay(startDelayMilliseconds, undefined, { signal: waiting.signal }).catch(() => undefined);
  }
}
