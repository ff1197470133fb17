import { Budgets } from '../../../../shared/domain/billing/budgets/budgets.ts';
import type { SweepDeps } from '../../../../shared/domain/maintenance/sweep.ts';
import type { Segment } from '../../../../shared/domain/maintenance/sweep-segment.ts';
import type { BootDeps } from '../../../../shared/domain/sandboxes/agent/boot.ts';
import { nextStep } from '../../../../shared/domain/sandboxes/lifecycle/next-step.ts';
import type { ReconcileDeps } from '../../../../shared/domain/sandboxes/reconcile/perform.ts';
import type { WakeOrder } from '../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import type { Metric } from '../../../../shared/platform/metrics.ts';
import { MemorySnapshotStore } from '../../../support/sandboxes/memory-snapshot-store.ts';
import { MemoryWarmTasks, noAgentWork } from '../../../support/sandboxes/memory-stores.ts';
import { noOwnSpecs } from '../../../support/sandboxes/no-own-specs.ts';
import { onlySandboxes } from '../../../support/sandboxes/only-sandboxes.ts';
import type { Invocation } from './lambdas.ts';
import type { ServiceAtScale } from './service-at-scale.ts';

type Boot = Parameters<ReconcileDeps['boot']>;
type Stop = Parameters<ReconcileDeps['prepareStop']>;

/** How one invocation of a worker invokes others. */
interface Invoking {
  boot(own: Invocation, ...order: Boot): Promise<void>;
  stop(own: Invocation, ...order: Stop): Promise<void>;
  wake(own: Invocation, order: WakeOrder): Promise<void>;
  offer(own: Invocation): Promise<void>;
  sweepSegment(own: Invocation, segment: Segment): Promise<void>;
}

/** What each worker has: the stores of the world, whose calls are metered for its invocation. */
export class WorkerDeps {
  readonly #world: ServiceAtScale;
  readonly #invoking: Invoking;

  constructor(world: ServiceAtScale, invoking: Invoking) {
    this.#world = world;
    this.#invoking = invoking;
  }

  ofReconcile(own: Invocation): ReconcileDeps {
    const { aws, edge, pace, time, random, ...world } = this.#world;
    const metered = <T extends object>(name: string, port: T) => aws.metered(name, port, own);
    return {
      nextStep,
      sandboxes: metered('sandboxes', world.sandboxes),
      // No sandbox of this world begins from a snapshot.
      snapshots: { find: async () => undefined },
      tasks: aws.tasks(world.ecs, own),
      disks: metered('disks', world.disks),
      pace: metered('pace', pace),
      agents: metered('agents', world.agents),
      edge: edge.entries(own),
      keys: world.keys,
      settings: world.settings,
      enqueued: async () => {
        await aws.call('pace.claimOffer', own);
        if (await pace.claimOffer(time.clock.now())) await this.#invoking.offer(own);
      },
      boot: (...order) => this.#invoking.boot(own, ...order),
      prepareStop: (...order) => this.#invoking.stop(own, ...order),
      alarm: () => undefined,
      now: time.clock.now,
      random: () => random.below(1000) / 1000,
    };
  }

  ofBoot(own: Invocation): BootDeps {
    const { aws, agents, edge, time } = this.#world;
    return {
      ...this.ofReconcile(own),
      ingress: aws.metered('ingress', edge.ingress, own),
      agents: aws.metered('agents', agents, own),
      edge: edge.entries(own),
      edgeStates: edge.states(own),
      startMeasuring: async () => undefined,
      allowedOrigins: ['https://app.example.com'],
      publicBaseUrl: 'https://service.example',
      findWaiting: async () => async () => undefined,
      pause: time.pause,
    };
  }

  ofSweep(own: Invocation): SweepDeps {
    const { aws, edge, time, metrics, pace, sandboxes, usage, progress, startTasks, specs } = this.#world;
    const accounts = aws.metered('accounts', sandboxes, own);
    const metric: Metric = (name, value) => void metrics.push({ name, value });
    return {
      ...this.ofReconcile(own),
      pace: aws.metered('pace', pace, own),
      // Not metered: the function has the key of all addresses from its start.
      ingress: edge.ingress,
      accounts,
      budgets: new Budgets({ accounts, sandboxes: accounts, usage, now: time.clock.now }),
      metric,
      progress: aws.metered('progress', progress, own),
      wake: (order) => this.#invoking.wake(own, order),
      ...onlySandboxes,
      startSegment: (segment) => this.#invoking.sweepSegment(own, segment),
      startTasks: aws.metered('startTasks', startTasks, own),
      runStartTask: async () => undefined,
      ...noAgentWork,
      snapshots: new MemorySnapshotStore(time.clock.now),
      snapshotCounts: { repair: async () => 0 },
      workOnSnapshot: async () => undefined,
      edgeEntries: edge.swept(own),
      specs,
      ownSpecs: noOwnSpecs,
      checkSpec: async () => undefined,
      warmPool: aws.metered('warmPool', new MemoryWarmTasks(sandboxes, time.clock.now), own),
    };
  }
}
