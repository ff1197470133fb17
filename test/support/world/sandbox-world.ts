import { type BootDeps, boot } from '../../../shared/sandboxes/boot.ts';
import { parseStartedBy, startedBy } from '../../../shared/sandboxes/identity.ts';
import { LaunchSettings } from '../../../shared/sandboxes/launch-settings.ts';
import { type ReconcileDeps, reconcile } from '../../../shared/sandboxes/reconcile.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { wireStatus } from '../../../shared/sandboxes/status.ts';
import { type SweepDeps, sweep } from '../../../shared/sandboxes/sweep.ts';
import type { Task } from '../../../shared/sandboxes/task.ts';
import { runStartTask, type StartTaskDeps } from '../../../shared/start-tasks/run-start-task.ts';
import { FakeAgents, FakeIngress } from '../fake-agents.ts';
import { FakeEcs } from '../fake-ecs.ts';
import { MemoryConversationStarts } from '../memory-conversation-starts.ts';
import { MemoryConversationStore } from '../memory-conversation-store.ts';
import { someKeys } from '../memory-master-keys.ts';
import { keyOf } from '../memory-page.ts';
import { MemorySandboxStore } from '../memory-sandbox-store.ts';
import { MemoryStartTaskStore } from '../memory-start-task-store.ts';
import { someSpecs } from '../sandbox-data.ts';
import { SettableClock } from '../settable-clock.ts';
import { type Around, Processes, through } from './processes.ts';
import { Random } from './random.ts';

/** News that somebody may be told of, or not, or twice, and in any order. */
type News =
  | { readonly kind: 'sandbox' | 'start-task'; readonly ownerId: string; readonly id: string }
  | { readonly kind: 'task'; readonly startedBy: string; readonly task: Task };

export const SANDBOX_LIMIT = 3;

/** The whole service around one fake ECS: stores, reconciler, boot worker, start tasks and sweep, with real code wherever there is a decision. */
export class SandboxWorld {
  readonly clock = new SettableClock();
  readonly random: Random;
  readonly processes: Processes;
  readonly ecs = new FakeEcs(this.clock);
  readonly agents = new FakeAgents(this.ecs);
  readonly sandboxes = new MemorySandboxStore();
  readonly startTasks = new MemoryStartTaskStore();
  readonly conversations = new MemoryConversationStore();
  readonly starts = new MemoryConversationStarts(this);
  readonly keys = someKeys();
  readonly specs = someSpecs();
  /** Generations whose session key a client could read, and those of them whose pause was answered: their key must never work again. */
  readonly #shown = new Set<string>();
  readonly dead = new Set<string>();
  readonly #news: News[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
    this.processes = new Processes(this.clock, this.random);
    this.sandboxes.onWrite = (ownerId, id) => {
      this.#news.push({ kind: 'sandbox', ownerId, id });
      this.#noteKeys(this.sandboxes.rows.get(keyOf(ownerId, id)));
    };
    this.startTasks.onWrite = (ownerId, id) => this.#news.push({ kind: 'start-task', ownerId, id });
  }

  rows(): Sandbox[] {
    return [...this.sandboxes.rows.values()];
  }

  async pass(seconds: number): Promise<void> {
    this.clock.advance(seconds);
    this.ecs.tick();
    this.processes.wakeSleepers();
    await this.processes.finish();
  }

  /** Time goes by while calls are under way. */
  leap(seconds: number): void {
    this.clock.advance(seconds);
    this.ecs.tick();
    this.processes.wakeSleepers();
  }

  sweep(): void {
    this.processes.start((around) => sweep(this.sweepDeps(around)));
  }

  runStartTask(ownerId: string, startTaskId: string): void {
    this.processes.start((around) => runStartTask(ownerId, startTaskId, this.startTaskDeps(around)));
  }

  /** Tells somebody one of the news, the oldest not before the others. */
  tellOne(isForgotten = true): void {
    this.#hear();
    const news = this.random.take(this.#news);
    if (!news) return;
    if (!isForgotten) this.#news.push(news);
    if (news.kind === 'task') this.#taskChanged(news.startedBy, news.task);
    else if (news.kind === 'start-task') this.runStartTask(news.ownerId, news.id);
    else this.#sandboxChanged(news.ownerId, news.id);
  }

  loseNews(): void {
    this.#hear();
    this.#news.length = 0;
  }

  async tellAll(): Promise<void> {
    for (let told = 0; told < 60; told += 1) {
      this.#hear();
      if (this.#news.length === 0) return;
      this.tellOne();
      await this.processes.finish();
    }
  }

  /** Starts the worker that waits for an agent. */
  boot(ownerId: string, id: string, generation: number): void {
    this.processes.start((around) => boot(ownerId, id, generation, this.bootDeps(around)));
  }

  storesThrough(around: Around) {
    return {
      sandboxes: through(around, this.sandboxes, ['watched']),
      startTasks: through(around, this.startTasks, ['watched']),
      conversations: through(around, this.conversations),
      starts: through(around, this.starts),
    };
  }

  #noteKeys(row: Sandbox | undefined): void {
    if (!row) return;
    if (wireStatus(row) === 'RUNNING') this.#shown.add(startedBy(row));
    else if (row.desired !== 'RUNNING' && this.#shown.has(startedBy(row))) this.dead.add(startedBy(row));
  }

  #hear(): void {
    for (const event of this.ecs.events.splice(0)) this.#news.push({ kind: 'task', ...event });
  }

  #taskChanged(startedBy: string, task: Task): void {
    const sandbox = parseStartedBy(startedBy);
    if (sandbox) this.#reconcile(sandbox.ownerId, sandbox.sandboxId, task);
  }

  #sandboxChanged(ownerId: string, id: string): void {
    this.#reconcile(ownerId, id);
    this.processes.start(async (around) => {
      const { startTasks } = this.storesThrough(around);
      for (const task of await startTasks.openOf(ownerId, id)) this.runStartTask(ownerId, task.start_task_id);
    });
  }

  #reconcile(ownerId: string, id: string, task?: Task): void {
    this.processes.start((around) => reconcile(ownerId, id, task ? { task } : {}, this.reconcileDeps(around)));
  }

  reconcileDeps(around: Around = directly): ReconcileDeps {
    const network = { familyPrefix: 'agents-', subnets: ['subnet-1'], securityGroups: ['sg-1'] };
    return {
      sandboxes: through(around, this.sandboxes, ['watched']),
      tasks: through(around, this.ecs, ['list']),
      agents: through(around, this.agents),
      keys: this.keys,
      settings: new LaunchSettings(this.specs, network),
      boot: (ownerId, id, generation) => around(async () => this.boot(ownerId, id, generation)),
      now: this.clock.now,
    };
  }

  sweepDeps(around: Around = directly): SweepDeps {
    return {
      ...this.reconcileDeps(around),
      agents: through(around, this.agents),
      startTasks: through(around, this.startTasks, ['watched']),
      runStartTask: (ownerId, id) => around(async () => this.runStartTask(ownerId, id)),
    };
  }

  startTaskDeps(around: Around = directly): StartTaskDeps {
    return {
      ...this.storesThrough(around),
      agents: through(around, this.agents),
      keys: this.keys,
      now: this.clock.now,
    };
  }

  bootDeps(around: Around = directly): BootDeps {
    return {
      sandboxes: through(around, this.sandboxes, ['watched']),
      tasks: through(around, this.ecs, ['list']),
      ingress: through(around, new FakeIngress()),
      agents: through(around, this.agents),
      keys: this.keys,
      allowedOrigins: ['https://app.example.com'],
      now: this.clock.now,
      pause: this.processes.sleep,
    };
  }
}

/** Calls go out at once: for tests of one thing at a time. */
const directly: Around = (call) => call();
