import type { Capacity } from '../../../../shared/contract/shapes/enums.ts';
import { accountOf } from '../../../../shared/domain/billing/budgets/account.ts';
import { Budgets } from '../../../../shared/domain/billing/budgets/budgets.ts';
import { runStartTask, type StartTaskDeps } from '../../../../shared/domain/conversations/start/saga/run-start-task.ts';
import { offerDuringBurst } from '../../../../shared/domain/maintenance/offer-turns.ts';
import { type SweepDeps, sweep } from '../../../../shared/domain/maintenance/sweep.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { type Segment, sweepSegment } from '../../../../shared/domain/maintenance/sweep-segment.ts';
import { type BootDeps, boot } from '../../../../shared/domain/sandboxes/agent/boot.ts';
import { type EdgeEntries, noEdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { LaunchSettings } from '../../../../shared/domain/sandboxes/launch/launch-task.ts';
import { nextStep } from '../../../../shared/domain/sandboxes/lifecycle/next-step.ts';
import type { ReconcileDeps } from '../../../../shared/domain/sandboxes/reconcile/perform.ts';
import { reconcile, type WakeOrder, wake } from '../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { stopSandbox } from '../../../../shared/domain/sandboxes/reconcile/stop.ts';
import { startSnapshotOf } from '../../../../shared/domain/sandboxes/record/base-snapshot.ts';
import { isAbandoned } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import {
  POOL_OWNER,
  parseSnapshotName,
  parseStartedBy,
  startedBy,
} from '../../../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { apiStatus } from '../../../../shared/domain/sandboxes/record/status.ts';
import type { Observation } from '../../../../shared/domain/sandboxes/record/step.ts';
import { isStopped, type Task } from '../../../../shared/domain/sandboxes/record/task.ts';
import type { SandboxSpecs } from '../../../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { type KeepDeps, keepPools } from '../../../../shared/domain/sandboxes/warm/keep-pools.ts';
import { MemoryUsage } from '../../billing/memory-usage.ts';
import {
  MemoryConversationDeletions,
  MemoryConversationHomes,
  MemoryConversationStore,
} from '../../conversations/record/memory-conversation-store.ts';
import {
  MemoryConversationStarts,
  MemoryEndedStarts,
  MemoryStartTaskStore,
} from '../../conversations/start/memory-start-task-store.ts';
import { startServices } from '../../conversations/start/start-services.ts';
import { MemorySweepProgress } from '../../maintenance/memory-sweep-progress.ts';
import { someKeys } from '../../platform/memory-master-keys.ts';
import { keyOf } from '../../platform/memory-page.ts';
import { SettableClock } from '../../platform/settable-clock.ts';
import { FakeAgents, FakeIngress } from '../fake-agents.ts';
import { FakeDisks } from '../fake-disks.ts';
import { FakeEcs } from '../fake-ecs.ts';
import { MemorySandboxStore } from '../memory-sandbox-store.ts';
import type { MemorySnapshotStore } from '../memory-snapshot-store.ts';
import { MemoryLaunchPace, MemoryWarmTasks, noAgentWork } from '../memory-stores.ts';
import { noOwnSpecs } from '../no-own-specs.ts';
import { aSpec, someSpecs } from '../sandbox-data.ts';
import { EdgeOfWorld } from './edge-of-world.ts';
import { ForksOfWorld } from './forks-of-world.ts';
import type { Mutations } from './mutations.ts';
import { type Around, Processes, Random, through } from './processes.ts';
import { SnapshotsOfWorld } from './snapshots-of-world.ts';

/** Observes every write of a sandbox, and what only the fakes know. */
class Witness {
  readonly #world: SandboxWorld;
  /** Generations whose session key was shown, and paused ones whose key must not work. */
  readonly #shown = new Set<string>();
  readonly dead = new Set<string>();
  /** Generations that were recorded as ended while their task ran. */
  readonly misjudged: string[] = [];
  /** Generations whose task the service stopped without time for the agent to deliver. */
  readonly unheard: string[] = [];
  /** Generations that asked for Spot although it had failed too often, or was not chosen. */
  readonly unbounded: string[] = [];
  readonly #launched = new Set<string>();
  /** Ending generations without a recorded StopTask call. */
  readonly #unstopped = new Set<string>();
  readonly phaseChanges = new Set<string>();

  constructor(world: SandboxWorld) {
    this.#world = world;
  }

  see(row: Sandbox | undefined): void {
    if (!row || row.warm?.claimed_by) return;
    if (apiStatus(row) === 'RUNNING') this.#shown.add(startedBy(row));
    else if (row.desired !== 'RUNNING' && this.#shown.has(startedBy(row))) this.dead.add(startedBy(row));
    const [from, to] = row.transitions.slice(-2);
    if (from && to) this.phaseChanges.add(`${from.phase} ${to.phase}`);
    if (row.task_ended_at === row.updated_at) this.#judge(row);
    this.#hearStop(row);
    this.#judgeLaunch(row);
  }

  /** A change to STOPPING with a StopTask time means that others stopped the task. A later call repeats it. */
  #hearStop(row: Sandbox): void {
    const { phase, stop_sent_at: sentAt, stop_lease_until: lease, running_since: since } = row;
    const isFirst = sentAt !== null && this.#unstopped.delete(startedBy(row));
    if (isFirst && since !== null && lease === null && !isAbandoned(row)) this.unheard.push(startedBy(row));
    if (sentAt === null && (phase === 'STOPPING' || phase === 'DELETING')) this.#unstopped.add(startedBy(row));
  }

  /** Checks a launch when it is recorded: later requests can change what the next one asks for. */
  #judgeLaunch(row: Sandbox): void {
    const launched = `${startedBy(row)} ${row.attempt}`;
    if (row.launch === null || this.#launched.has(launched)) return;
    this.#launched.add(launched);
    const mayBeSpot = row.capacity === 'spot' && row.spot_failures < limits.spotFailures;
    if (row.launch.capacity === 'spot' && !mayBeSpot) this.unbounded.push(launched);
  }

  /** Checks that a task that was recorded as ended has ended. */
  #judge(row: Sandbox): void {
    const task = row.task_arn === null ? undefined : this.#world.ecs.taskOf(row.task_arn);
    // A stopping task that is no longer listed can be recorded as ended.
    if (task && !isStopped(task) && task.desiredStatus === 'RUNNING') this.misjudged.push(startedBy(row));
  }

  /** The contents of a workspace. `undefined` if it was deleted, expired or lost. */
  workspaceOf(ownerId: string, sandboxId: string): readonly string[] | undefined {
    const row = this.#world.sandboxes.rows.get(keyOf(ownerId, sandboxId));
    const id = row && (row.volume_id ?? startSnapshotOf(row));
    const isGone = !row || row.desired === 'DELETED' || row.phase === 'EXPIRED' || isRobbed(row);
    return isGone ? undefined : id ? this.#world.disks.contentOf(id) : [];
  }

  /** Volumes in use by an agent that were deleted before they were saved, although no row discarded them. */
  unsavedDeletions(): string[] {
    const { disks, sandboxes } = this.#world;
    return disks.deletedUnsaved
      .filter(({ id }) => disks.contentAtDeletion(id) > 0)
      .filter(({ owner }) => {
        const named = parseStartedBy(owner?.startedBy);
        const launched = named && sandboxes.rows.get(keyOf(named.ownerId, named.sandboxId));
        const claim = launched?.warm?.claimed_by;
        const row = claim ? sandboxes.rows.get(keyOf(claim.owner_id, claim.sandbox_id)) : launched;
        return row !== undefined && row.desired !== 'DELETED' && row.phase !== 'EXPIRED';
      })
      .map(({ id }) => id);
  }

  /** Sandboxes with two running tasks whose agents have keys. */
  overlaps(): string[] {
    const { ecs, agents } = this.#world;
    const working = ecs.live().filter(({ task }) => agents.sessionKeyOf(task.arn) !== null);
    const bySandbox = Map.groupBy(working, ({ startedBy: owner }) => owner.slice(0, owner.lastIndexOf('/')));
    return [...bySandbox].filter(([, tasks]) => tasks.length > 1).map(([owner]) => owner);
  }
}

function isRobbed(row: Sandbox): boolean {
  return row.status_reason?.code === 'workspace_lost' || row.status_reason?.code === 'workspace_outdated';
}

/** Events that can be delivered in any order, lost or repeated. */
type News =
  | { readonly kind: 'sandbox' | 'start-task'; readonly ownerId: string; readonly id: string }
  | { readonly kind: 'snapshot'; readonly id: string }
  | { readonly kind: 'entry'; readonly id: string }
  | { readonly kind: 'task'; readonly startedBy: string; readonly task: Task };

/** For processes with unlimited time. */
export const END_OF_TIME = new Date(8.64e15);

const SANDBOX_LIMIT = 3;

/** Three sandboxes of the spec's size, or fewer larger ones. */
export const STAGE_LIMITS = { sandboxes: SANDBOX_LIMIT, vcpus: 5 };

/** The service with a fake ECS and fake disks. All decisions are real code. */
export class SandboxWorld {
  readonly clock = new SettableClock();
  readonly random: Random;
  readonly processes: Processes;
  readonly disks = new FakeDisks(this.clock);
  readonly ecs = new FakeEcs(this.clock, this.disks);
  /** Undefined in a deployment whose URLs need no entry. */
  readonly edge: EdgeOfWorld | undefined;
  readonly ingress = new FakeIngress((taskArn) => (this.edge ? this.edge.addressOf(taskArn) : null));
  readonly agents = new FakeAgents(this.ecs, this.ingress);
  readonly pace = new MemoryLaunchPace(15);
  readonly progress = new MemorySweepProgress();
  readonly sandboxes: MemorySandboxStore;
  readonly snapshotWork: SnapshotsOfWorld;
  readonly forks: ForksOfWorld;
  readonly startTasks = new MemoryStartTaskStore();
  readonly conversations = new MemoryConversationStore();
  readonly starts = new MemoryConversationStarts(this);
  readonly endedStarts = new MemoryEndedStarts(this);
  readonly deletions = new MemoryConversationDeletions(this);
  readonly usage = new MemoryUsage();
  readonly keys = someKeys();
  /** The size of the warm pool and the revision of its spec. */
  pool = { size: 0, revision: 'r1' };
  readonly warmTasks: MemoryWarmTasks;
  readonly witness = new Witness(this);
  /** Snapshots that were deleted outside the service. */
  readonly vanished = new Set<string>();
  /** Since when there are no more faults than a standing one. */
  settledFrom: Date | undefined;
  /** Whether all events are lost. */
  withoutEvents = false;
  readonly #mutations: Mutations;
  /** That of its spec, and so of its warm pool. */
  readonly #capacity: Capacity;
  readonly #news: News[] = [];
  #workers = 0;
  #turns = 0;

  constructor(seed: number, mutations: Mutations = {}, hasEdge = false) {
    this.#mutations = mutations;
    this.#capacity = seed % 2 === 0 ? 'spot' : 'on_demand';
    this.sandboxes = mutations.sandboxes?.(this) ?? new MemorySandboxStore(this.clock.now);
    this.warmTasks = new MemoryWarmTasks(this.sandboxes, this.clock.now);
    // More than all reservations together, so that it refuses only if reservations are not released.
    this.sandboxes.limits.set('ann', accountOf({ owner_id: 'ann', monthly_sandbox_hours: 2 }).limits);
    this.random = new Random(seed);
    this.processes = new Processes(this.clock, this.random);
    this.edge = hasEdge ? new EdgeOfWorld(this, mutations.edge) : undefined;
    this.sandboxes.onWrite = (ownerId, id) => {
      this.#news.push({ kind: 'sandbox', ownerId, id });
      this.witness.see(this.sandboxes.rows.get(keyOf(ownerId, id)));
    };
    this.snapshotWork = new SnapshotsOfWorld(this, mutations.snapshots);
    this.forks = new ForksOfWorld(this);
    this.startTasks.onWrite = (ownerId, id) => this.#news.push({ kind: 'start-task', ownerId, id });
  }

  /** The snapshots of owners, whose holds change with the rows of sandboxes. */
  get snapshots(): MemorySnapshotStore {
    return this.sandboxes.snapshots;
  }

  /** The sandboxes of owners. */
  rows(): Sandbox[] {
    return [...this.sandboxes.rows.values()].filter(({ warm }) => warm === null);
  }

  /** The tasks of the warm pool, including claimed and discarded ones. */
  warmRows(): Sandbox[] {
    return [...this.sandboxes.rows.values()].filter(({ warm }) => warm !== null);
  }

  get specs(): SandboxSpecs {
    const { size, revision } = this.pool;
    return someSpecs(aSpec({ revision, warm_pool: { size, hours: null }, capacity: this.#capacity }));
  }

  /** Refills the warm pool, as the worker does after a claim. */
  keepPools(): void {
    this.processes.start((around) => keepPools(this.keepDeps(around)));
  }

  keepDeps(around: Around = directly): KeepDeps {
    return {
      warmPool: through(around, this.warmTasks),
      sandboxes: through(around, this.sandboxes, ['watched', 'stored', 'counts']),
      specs: this.specs,
      now: this.clock.now,
    };
  }

  nextTurn(): number {
    this.#turns += 1;
    return this.#turns;
  }

  async pass(seconds: number): Promise<void> {
    this.clock.advance(seconds);
    this.#tick();
    this.processes.wakeSleepers();
    await this.processes.finish();
  }

  leap(seconds: number): void {
    this.clock.advance(seconds);
    this.#tick();
    this.processes.wakeSleepers();
  }

  #tick(): void {
    this.ecs.tick();
    this.disks.tick();
    this.edge?.moveAddresses();
  }

  sweep(): void {
    this.processes.start((around) => sweep(this.sweepDeps(around)));
  }

  sweepSegment(segment: Segment): void {
    this.processes.start(async (around) => {
      const deps = this.sweepDeps(around);
      const places = await SweepCursors.read(deps.progress, deps.now);
      await sweepSegment(segment, new SweepRun(deps.now, places), places, deps);
    });
  }

  offerTurns(): void {
    this.processes.start((around) => offerDuringBurst({ ...this.sweepDeps(around), pause: this.processes.sleep }));
  }

  wake(order: WakeOrder): void {
    this.processes.start((around) =>
      wake(order, { ...this.reconcileDeps(around), pause: this.processes.sleep }, END_OF_TIME),
    );
  }

  runStartTask(ownerId: string, startTaskId: string): void {
    this.#workers += 1;
    const worker = `worker ${this.#workers}`;
    this.processes.start((around) =>
      runStartTask(
        ownerId,
        startTaskId,
        { worker, timeLeft: () => 900_000, mayStart: async () => true },
        this.startTaskDeps(around),
      ),
    );
  }

  /** Delivers one random event. */
  tellOne(isForgotten = true): void {
    this.#hear();
    const news = this.random.take(this.#news);
    if (!news) return;
    if (!isForgotten) this.#news.push(news);
    if (news.kind === 'task') this.#taskChanged(news.startedBy, news.task);
    else if (news.kind === 'snapshot') this.#snapshotChanged(news.id);
    else if (news.kind === 'entry') this.edge?.write([news.id]);
    else if (news.kind === 'start-task') this.runStartTask(news.ownerId, news.id);
    else this.#sandboxChanged(news.ownerId, news.id);
  }

  /** What the sweep asks of the writer is a change of a row, too, which it repeats until the writer has it. */
  loseEvents(): void {
    this.#hear();
    this.#news.length = 0;
    const reminded = this.edge?.reminded() ?? [];
    if (this.withoutEvents && reminded.length > 0) this.edge?.write(reminded);
  }

  async tellAll(): Promise<void> {
    for (let delivered = 0; delivered < 60; delivered += 1) {
      this.#hear();
      if (this.#news.length === 0) return;
      this.tellOne();
      await this.processes.finish();
    }
  }

  async tellEverything(): Promise<void> {
    do await this.tellAll();
    while (this.#news.length > 0 || this.ecs.events.length > 0);
  }

  boot(ownerId: string, id: string, generation: number): void {
    this.processes.start((around) => boot(ownerId, id, generation, this.bootDeps(around)));
  }

  prepareStop(ownerId: string, id: string, generation: number): void {
    // The last look at an agent writes no sandbox row, so it is omitted.
    const lastLook = async () => undefined;
    this.processes.start((around) => stopSandbox(ownerId, id, generation, { ...this.reconcileDeps(around), lastLook }));
  }

  storesThrough(around: Around) {
    const sandboxes = through(around, this.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']);
    const conversations = through(around, this.conversations);
    return {
      sandboxes,
      startTasks: through(around, this.startTasks, ['watched']),
      conversations,
      homes: new MemoryConversationHomes({ conversations, sandboxes }),
      starts: through(around, this.starts),
      endedStarts: through(around, this.endedStarts),
      deletions: through(around, this.deletions),
    };
  }

  /** Accounts and counts are in the same table, so one store serves both. */
  budgets(around: Around): Budgets {
    const accounts = through(around, this.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']);
    return new Budgets({ accounts, sandboxes: accounts, usage: this.usage, now: this.clock.now });
  }

  edgeEntries(around: Around): EdgeEntries {
    return this.edge?.entries(around) ?? noEdgeEntries;
  }

  #hear(): void {
    for (const event of this.ecs.events.splice(0)) this.#news.push({ kind: 'task', ...event });
    for (const { snapshotId } of this.disks.events.splice(0)) this.#news.push({ kind: 'snapshot', id: snapshotId });
    for (const id of this.edge?.news() ?? []) this.#news.push({ kind: 'entry', id });
  }

  #taskChanged(startedBy: string, task: Task): void {
    const sandbox = parseStartedBy(startedBy);
    if (sandbox) this.reconcile(sandbox.ownerId, sandbox.sandboxId, { task });
  }

  #snapshotChanged(id: string): void {
    this.processes.start(async (around) => {
      const found = await around(() => this.disks.snapshot(id));
      const copy = found === 'absent' ? undefined : parseSnapshotName(found.takenFor);
      if (copy) this.snapshotWork.work(copy.ownerId, copy.snapshotId, { ebs: { id, found } });
      const sandbox = found === 'absent' ? undefined : parseStartedBy(found.owner?.startedBy);
      if (sandbox) this.reconcile(sandbox.ownerId, sandbox.sandboxId, { snapshot: { id, found } });
    });
  }

  #sandboxChanged(ownerId: string, id: string): void {
    this.reconcile(ownerId, id);
    if (ownerId === POOL_OWNER) this.keepPools();
    this.processes.start(async (around) => {
      const { startTasks } = this.storesThrough(around);
      for (const task of await startTasks.openOf(ownerId, id)) this.runStartTask(ownerId, task.start_task_id);
    });
  }

  /** One pass, and another at the time that it requests, as the wake-up worker does. */
  reconcile(ownerId: string, id: string, seen: Observation = {}): void {
    this.processes.start(async (around) => {
      const { again } = await reconcile(ownerId, id, seen, this.reconcileDeps(around), END_OF_TIME);
      if (!again || again.getTime() - this.clock.now().getTime() > 50_000) return;
      await this.processes.sleep(again.getTime() - this.clock.now().getTime());
      if (!this.withoutEvents) await reconcile(ownerId, id, {}, this.reconcileDeps(around), END_OF_TIME);
    });
  }

  reconcileDeps(around: Around = directly): ReconcileDeps & Pick<BootDeps, 'agents'> {
    const place = {
      familyPrefix: 'agents-',
      subnets: ['subnet-1'],
      securityGroups: ['sg-1'],
      volumeRoleArn: 'arn:aws:iam::123456789012:role/volumes',
      deployment: 'agents',
    };
    const deps = {
      nextStep,
      sandboxes: through(around, this.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
      snapshots: through(around, this.snapshots, ['due', 'stored', 'parts']),
      tasks: through(around, this.ecs, ['list', 'arns']),
      disks: through(around, this.disks, ['volumes', 'snapshots']),
      pace: through(around, this.pace),
      agents: through(around, this.agents),
      edge: this.edgeEntries(around),
      keys: this.keys,
      settings: new LaunchSettings(this.specs, place),
      enqueued: () =>
        around(async () => {
          if (await this.pace.claimOffer(this.clock.now())) this.offerTurns();
        }),
      boot: (ownerId: string, id: string, generation: number) => around(async () => this.boot(ownerId, id, generation)),
      prepareStop: (ownerId: string, id: string, generation: number) =>
        around(async () => this.prepareStop(ownerId, id, generation)),
      workOnSnapshot: (ownerId: string, id: string, ebsId: string) =>
        around(async () => this.snapshotWork.start(ownerId, id, ebsId)),
      alarm: () => undefined,
      now: this.clock.now,
      random: () => this.random.below(1000) / 1000,
    };
    return { ...(this.#mutations.reconcile?.(deps) ?? deps), agents: deps.agents };
  }

  sweepDeps(around: Around = directly): SweepDeps {
    return {
      ...this.keepDeps(around),
      ...this.reconcileDeps(around),
      ingress: through(around, this.ingress),
      accounts: through(around, this.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
      budgets: this.budgets(around),
      metric: () => undefined,
      pace: through(around, this.pace),
      progress: through(around, this.progress),
      wake: (order) => around(async () => this.wake(order)),
      startSegment: (segment) => around(async () => this.sweepSegment(segment)),
      startTasks: through(around, this.startTasks, ['watched']),
      ownSpecs: noOwnSpecs,
      checkSpec: async () => undefined,
      runStartTask: (ownerId, id) => around(async () => this.runStartTask(ownerId, id)),
      ...noAgentWork,
      edgeEntries: this.edge?.forSweep(around),
      snapshots: through(around, this.snapshots, ['due', 'stored', 'parts']),
      snapshotCounts: { repair: async () => 0 },
      workOnSnapshot: (ownerId, id, ebsId) => around(async () => this.snapshotWork.start(ownerId, id, ebsId)),
    };
  }

  startTaskDeps(around: Around = directly): StartTaskDeps {
    return {
      ...this.storesThrough(around),
      agents: through(around, this.agents),
      workspace: through(around, this.agents),
      forks: through(around, this.agents),
      reports: { follow: async () => undefined },
      ...startServices(this.clock.now),
      keys: this.keys,
      now: this.clock.now,
      pause: this.processes.sleep,
      metric: () => undefined,
    };
  }

  bootDeps(around: Around = directly): BootDeps {
    return {
      sandboxes: through(around, this.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
      tasks: through(around, this.ecs, ['list', 'arns']),
      ingress: through(around, this.ingress),
      agents: through(around, this.agents),
      edge: this.edgeEntries(around),
      edgeStates: { of: async () => 'written' },
      keys: this.keys,
      startMeasuring: async () => undefined,
      allowedOrigins: ['https://app.example.com'],
      publicBaseUrl: 'https://service.example',
      findWaiting: async (ownerId, id) => {
        const open = await around(() => this.startTasks.openOf(ownerId, id));
        return async () => {
          for (const task of open) await around(async () => this.runStartTask(ownerId, task.start_task_id));
        };
      },
      now: this.clock.now,
      pause: this.processes.sleep,
    };
  }
}

/** Runs calls immediately, for tests without interleaving. */
const directly: Around = (call) => call();
