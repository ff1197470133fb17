import type { Capacity } from '../../../../shared/contract/shapes/enums.ts';
import type { Budgets } from '../../../../shared/domain/billing/budgets/budgets.ts';
import { runStartTask, type StartTaskDeps } from '../../../../shared/domain/conversations/start/saga/run-start-task.ts';
import { offerDuringBurst } from '../../../../shared/domain/maintenance/offer-turns.ts';
import { type SweepDeps, sweep } from '../../../../shared/domain/maintenance/sweep.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { type Segment, sweepSegment } from '../../../../shared/domain/maintenance/sweep-segment.ts';
import { type BootDeps, boot } from '../../../../shared/domain/sandboxes/agent/boot.ts';
import type { EdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import type { ReconcileDeps } from '../../../../shared/domain/sandboxes/reconcile/perform.ts';
import { reconcile, type WakeOrder, wake } from '../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { stopSandbox } from '../../../../shared/domain/sandboxes/reconcile/stop.ts';
import type { Observation } from '../../../../shared/domain/sandboxes/record/step.ts';
import type { SandboxSpecs } from '../../../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { type KeepDeps, keepPools } from '../../../../shared/domain/sandboxes/warm/keep-pools.ts';
import { MemorySweepProgress } from '../../maintenance/memory-sweep-progress.ts';
import { keyOf } from '../../platform/memory-page.ts';
import { FakeAgents, FakeIngress } from '../fake-agents.ts';
import { FakeDisks } from '../fake-disks.ts';
import { FakeEcs } from '../fake-ecs.ts';
import { MemoryLaunchPace, MemoryWarmTasks } from '../memory-stores.ts';
import { aSpec, someSpecs } from '../sandbox-data.ts';
import { EdgeOfWorld } from './edge-of-world.ts';
import { ForksOfWorld } from './forks-of-world.ts';
import type { Mutations } from './mutations.ts';
import { NewsOfWorld } from './news-of-world.ts';
import { type Around, Processes, Random } from './processes.ts';
import { RowsOfWorld } from './rows-of-world.ts';
import { SnapshotsOfWorld } from './snapshots-of-world.ts';
import { WiringOfWorld } from './wiring-of-world.ts';
import { Witness } from './witness.ts';

/** For processes with unlimited time. */
export const END_OF_TIME = new Date(8.64e15);

const SANDBOX_LIMIT = 3;

/** Three sandboxes of the spec's size, or fewer larger ones. */
export const STAGE_LIMITS = { sandboxes: SANDBOX_LIMIT, vcpus: 5 };

/** The service with a fake ECS and fake disks. All decisions are real code. */
export class SandboxWorld extends RowsOfWorld {
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
  readonly snapshotWork: SnapshotsOfWorld;
  readonly forks: ForksOfWorld;
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
  /** That of its spec, and so of its warm pool. */
  readonly #capacity: Capacity;
  readonly #news = new NewsOfWorld(this);
  readonly #wiring: WiringOfWorld;
  #workers = 0;
  #turns = 0;

  constructor(seed: number, mutations: Mutations = {}, hasEdge = false) {
    super(mutations.sandboxes);
    this.#wiring = new WiringOfWorld(this, mutations.reconcile);
    this.#capacity = seed % 2 === 0 ? 'spot' : 'on_demand';
    this.warmTasks = new MemoryWarmTasks(this.sandboxes, this.clock.now);
    this.random = new Random(seed);
    this.processes = new Processes(this.clock, this.random);
    this.edge = hasEdge ? new EdgeOfWorld(this, mutations.edge) : undefined;
    this.sandboxes.onWrite = (ownerId, id) => {
      this.#news.add({ kind: 'sandbox', ownerId, id });
      this.witness.see(this.sandboxes.rows.get(keyOf(ownerId, id)));
    };
    this.snapshotWork = new SnapshotsOfWorld(this, mutations.snapshots);
    this.forks = new ForksOfWorld(this, mutations.forks);
    this.startTasks.onWrite = (ownerId, id) => this.#news.add({ kind: 'start-task', ownerId, id });
  }

  get specs(): SandboxSpecs {
    const { size, revision } = this.pool;
    return someSpecs(aSpec({ revision, warm_pool: { size, hours: null }, capacity: this.#capacity }));
  }

  /** Refills the warm pool, as the worker does after a claim. */
  keepPools(): void {
    this.processes.start((around) => keepPools(this.keepDeps(around)));
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
    this.#news.tellOne(isForgotten);
  }

  tellAll(): Promise<void> {
    return this.#news.tellAll();
  }

  tellEverything(): Promise<void> {
    return this.#news.tellEverything();
  }

  loseEvents(): void {
    this.#news.loseEvents();
  }

  boot(ownerId: string, id: string, generation: number): void {
    this.processes.start((around) => boot(ownerId, id, generation, this.bootDeps(around)));
  }

  prepareStop(ownerId: string, id: string, generation: number): void {
    // The last look at an agent writes no sandbox row, so it is omitted.
    const lastLook = async () => undefined;
    this.processes.start((around) => stopSandbox(ownerId, id, generation, { ...this.reconcileDeps(around), lastLook }));
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

  storesThrough(around: Around) {
    return this.#wiring.storesThrough(around);
  }

  budgets(around: Around): Budgets {
    return this.#wiring.budgets(around);
  }

  edgeEntries(around: Around): EdgeEntries {
    return this.#wiring.edgeEntries(around);
  }

  keepDeps(around?: Around): KeepDeps {
    return this.#wiring.keepDeps(around);
  }

  reconcileDeps(around?: Around): ReconcileDeps & Pick<BootDeps, 'agents'> {
    return this.#wiring.reconcileDeps(around);
  }

  sweepDeps(around?: Around): SweepDeps {
    return this.#wiring.sweepDeps(around);
  }

  startTaskDeps(around?: Around): StartTaskDeps {
    return this.#wiring.startTaskDeps(around);
  }

  bootDeps(around?: Around): BootDeps {
    return this.#wiring.bootDeps(around);
  }
}
