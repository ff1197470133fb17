import { Budgets } from '../../../../shared/domain/billing/budgets/budgets.ts';
import type { StartTaskDeps } from '../../../../shared/domain/conversations/start/saga/run-start-task.ts';
import type { SweepDeps } from '../../../../shared/domain/maintenance/sweep.ts';
import type { BootDeps } from '../../../../shared/domain/sandboxes/agent/boot.ts';
import { type EdgeEntries, noEdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { LaunchSettings } from '../../../../shared/domain/sandboxes/launch/launch-task.ts';
import { nextStep } from '../../../../shared/domain/sandboxes/lifecycle/next-step.ts';
import type { ReconcileDeps } from '../../../../shared/domain/sandboxes/reconcile/perform.ts';
import type { KeepDeps } from '../../../../shared/domain/sandboxes/warm/keep-pools.ts';
import { MemoryConversationHomes } from '../../conversations/record/memory-conversation-store.ts';
import { startServices } from '../../conversations/start/start-services.ts';
import { noAgentWork } from '../memory-stores.ts';
import { noOwnSpecs } from '../no-own-specs.ts';
import { onlySandboxes } from '../only-sandboxes.ts';
import type { Mutations } from './mutations.ts';
import { type Around, through } from './processes.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** The ports of the workers in the simulated world, each of whose calls goes through a process. */
export class WiringOfWorld {
  readonly #world: SandboxWorld;
  readonly #mutate: Mutations['reconcile'];

  constructor(world: SandboxWorld, mutate: Mutations['reconcile']) {
    this.#world = world;
    this.#mutate = mutate;
  }

  storesThrough(around: Around) {
    const sandboxes = through(around, this.#world.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']);
    const conversations = through(around, this.#world.conversations);
    return {
      sandboxes,
      startTasks: through(around, this.#world.startTasks, ['watched']),
      conversations,
      homes: new MemoryConversationHomes({ conversations, sandboxes }),
      starts: through(around, this.#world.starts),
      endedStarts: through(around, this.#world.endedStarts),
      deletions: through(around, this.#world.deletions),
    };
  }

  /** Accounts and counts are in the same table, so one store serves both. */
  budgets(around: Around): Budgets {
    const accounts = through(around, this.#world.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']);
    return new Budgets({ accounts, sandboxes: accounts, usage: this.#world.usage, now: this.#world.clock.now });
  }

  edgeEntries(around: Around): EdgeEntries {
    return this.#world.edge?.entries(around) ?? noEdgeEntries;
  }

  keepDeps(around: Around = directly): KeepDeps {
    return {
      warmPool: through(around, this.#world.warmTasks),
      sandboxes: through(around, this.#world.sandboxes, ['watched', 'stored', 'counts']),
      specs: this.#world.specs,
      now: this.#world.clock.now,
    };
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
      sandboxes: through(around, this.#world.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
      snapshots: through(around, this.#world.snapshots, ['due', 'stored', 'parts']),
      tasks: through(around, this.#world.ecs, ['list', 'arns']),
      disks: through(around, this.#world.disks, ['volumes', 'snapshots']),
      pace: through(around, this.#world.pace),
      agents: through(around, this.#world.agents),
      edge: this.edgeEntries(around),
      keys: this.#world.keys,
      settings: new LaunchSettings(this.#world.specs, place),
      enqueued: () =>
        around(async () => {
          if (await this.#world.pace.claimOffer(this.#world.clock.now())) this.#world.offerTurns();
        }),
      boot: (ownerId: string, id: string, generation: number) =>
        around(async () => this.#world.boot(ownerId, id, generation)),
      prepareStop: (ownerId: string, id: string, generation: number) =>
        around(async () => this.#world.prepareStop(ownerId, id, generation)),
      workOnSnapshot: (ownerId: string, id: string, ebsId: string) =>
        around(async () => this.#world.snapshotWork.start(ownerId, id, ebsId)),
      alarm: () => undefined,
      now: this.#world.clock.now,
      random: () => this.#world.random.below(1000) / 1000,
    };
    return { ...(this.#mutate?.(deps) ?? deps), agents: deps.agents };
  }

  sweepDeps(around: Around = directly): SweepDeps {
    return {
      ...this.keepDeps(around),
      ...this.reconcileDeps(around),
      ingress: through(around, this.#world.ingress),
      accounts: through(around, this.#world.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
      budgets: this.budgets(around),
      metric: () => undefined,
      pace: through(around, this.#world.pace),
      progress: through(around, this.#world.progress),
      wake: (order) => around(async () => this.#world.wake(order)),
      ...onlySandboxes,
      startSegment: (segment) => around(async () => this.#world.sweepSegment(segment)),
      startTasks: through(around, this.#world.startTasks, ['watched']),
      ownSpecs: noOwnSpecs,
      checkSpec: async () => undefined,
      runStartTask: (ownerId, id) => around(async () => this.#world.runStartTask(ownerId, id)),
      ...noAgentWork,
      edgeEntries: this.#world.edge?.forSweep(around),
      snapshots: through(around, this.#world.snapshots, ['due', 'stored', 'parts']),
      snapshotCounts: { repair: async () => 0 },
      workOnSnapshot: (ownerId, id, ebsId) => around(async () => this.#world.snapshotWork.start(ownerId, id, ebsId)),
    };
  }

  startTaskDeps(around: Around = directly): StartTaskDeps {
    return {
      ...this.storesThrough(around),
      agents: through(around, this.#world.agents),
      workspace: through(around, this.#world.agents),
      forks: through(around, this.#world.agents),
      reports: { follow: async () => undefined },
      ...startServices(this.#world.clock.now),
      keys: this.#world.keys,
      now: this.#world.clock.now,
      pause: this.#world.processes.sleep,
      metric: () => undefined,
    };
  }

  bootDeps(around: Around = directly): BootDeps {
    return {
      sandboxes: through(around, this.#world.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
      tasks: through(around, this.#world.ecs, ['list', 'arns']),
      ingress: through(around, this.#world.ingress),
      agents: through(around, this.#world.agents),
      edge: this.edgeEntries(around),
      edgeStates: { of: async () => 'written' },
      keys: this.#world.keys,
      startMeasuring: async () => undefined,
      allowedOrigins: ['https://app.example.com'],
      publicBaseUrl: 'https://service.example',
      findWaiting: async (ownerId, id) => {
        const open = await around(() => this.#world.startTasks.openOf(ownerId, id));
        return async () => {
          for (const task of open) await around(async () => this.#world.runStartTask(ownerId, task.start_task_id));
        };
      },
      now: this.#world.clock.now,
      pause: this.#world.processes.sleep,
    };
  }
}

/** Runs calls immediately, for tests without interleaving. */
const directly: Around = (call) => call();
