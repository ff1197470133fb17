import { offerDuringBurst } from '../../../../shared/domain/maintenance/offer-turns.ts';
import { sweep } from '../../../../shared/domain/maintenance/sweep.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { type Segment, sweepSegment } from '../../../../shared/domain/maintenance/sweep-segment.ts';
import { boot } from '../../../../shared/domain/sandboxes/agent/boot.ts';
import { LaunchSettings } from '../../../../shared/domain/sandboxes/launch/launch-task.ts';
import type { LaunchPace } from '../../../../shared/domain/sandboxes/launch/tasks.ts';
import { newSandbox } from '../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import {
  reconcile,
  type Sleeper,
  type WakeOrder,
  wake,
} from '../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { stopSandbox } from '../../../../shared/domain/sandboxes/reconcile/stop.ts';
import { parseStartedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Observation } from '../../../../shared/domain/sandboxes/record/step.ts';
import type { Task } from '../../../../shared/domain/sandboxes/record/task.ts';
import { MemoryUsage } from '../../../support/billing/memory-usage.ts';
import { MemoryStartTaskStore } from '../../../support/conversations/start/memory-start-task-store.ts';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { keyOf } from '../../../support/platform/memory-page.ts';
import { FakeAgents } from '../../../support/sandboxes/fake-agents.ts';
import { FakeDisks } from '../../../support/sandboxes/fake-disks.ts';
import { FakeEcs } from '../../../support/sandboxes/fake-ecs.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryLaunchPace } from '../../../support/sandboxes/memory-stores.ts';
import { aSandboxId, aSpec, someSpecs } from '../../../support/sandboxes/sandbox-data.ts';
import { Random } from '../../../support/sandboxes/world/processes.ts';
import { EdgeAtScale } from './edge-at-scale.ts';
import { type Invocation, Lambdas } from './lambdas.ts';
import { isThrottling, SimulatedAws } from './simulated-aws.ts';
import { Stream } from './stream.ts';
import { VirtualTime } from './virtual-time.ts';
import { WorkerDeps } from './worker-deps.ts';

const place = {
  familyPrefix: 'agents-',
  subnets: ['subnet-1'],
  securityGroups: ['sg-1'],
  volumeRoleArn: 'arn:aws:iam::123456789012:role/volumes',
  deployment: 'agents',
};

/** A row that changed. */
interface Changed {
  readonly ownerId: string;
  readonly sandboxId: string;
}

/** Delay of ECS events, in milliseconds. */
const EVENT_DELAY = 250;

/** Interval of the simulated ECS and EC2, in milliseconds. */
const TICK = 500;

/** The real workers of the service on a simulated AWS with limits, in simulated time. */
export class ServiceAtScale {
  readonly time = new VirtualTime();
  readonly aws = new SimulatedAws(this.time);
  readonly lambdas = new Lambdas(this.time);
  readonly disks = new FakeDisks(this.time.clock);
  readonly ecs = new FakeEcs(this.time.clock, this.disks);
  readonly random = new Random(1);
  readonly edge = new EdgeAtScale(this.time, this.aws, this.lambdas, () => this.random.below(1000) / 1000);
  readonly agents = new FakeAgents(this.ecs, this.edge.ingress);
  readonly sandboxes = new MemorySandboxStore(this.time.clock.now);
  readonly startTasks = new MemoryStartTaskStore();
  readonly progress = new MemorySweepProgress();
  readonly usage = new MemoryUsage();
  readonly keys = someKeys();
  readonly specs = someSpecs();
  readonly settings = new LaunchSettings(this.specs, place);
  pace: LaunchPace;
  /** The times at which each sandbox was requested and first RUNNING, in milliseconds. */
  readonly askedAt = new Map<string, number>();
  readonly readyAt = new Map<string, number>();
  readonly failed = new Set<string>();
  readonly metrics: { readonly name: string; readonly value: number }[] = [];
  readonly #stream: Stream<Changed>;
  readonly #deps = new WorkerDeps(this, {
    boot: (own, ...order) => this.#invoke(own, () => this.#boot(...order)),
    stop: (own, ownerId, id, generation) => this.#invoke(own, () => this.#stop(ownerId, id, generation)),
    wake: (own, order) => this.#wake(order, own),
    offer: (own) => this.#invoke(own, () => this.#offerDuringBurst()),
    sweepSegment: (own, segment) => this.#invoke(own, () => this.#sweepSegment(segment)),
  });
  #isOver = false;

  constructor(launchesPerSecond: number) {
    this.pace = new MemoryLaunchPace(launchesPerSecond);
    const take = (keys: readonly Changed[]) => this.#changed(keys);
    const keyOfChange = ({ sandboxId }: Changed) => sandboxId;
    this.#stream = new Stream(this.time, { parallel: 10, batchSize: 10, keyOf: keyOfChange, take });
    this.sandboxes.onWrite = (ownerId, sandboxId) => {
      const row = this.sandboxes.rows.get(keyOf(ownerId, sandboxId));
      this.#note(row);
      this.#stream.add({ ownerId, sandboxId });
    };
  }

  /** Starts the simulated AWS and the schedule. @param sweepEvery seconds between two sweeps; none by default */
  begin(sweepEvery?: number): void {
    void this.#forEver(TICK, () => this.#tick());
    if (sweepEvery !== undefined) void this.#forEver(sweepEvery * 1000, () => void this.sweep());
  }

  end(): void {
    this.#isOver = true;
  }

  /** Requests a sandbox. @returns its id */
  async ask(ownerId: string): Promise<string> {
    const sandbox = newSandbox(ownerId, aSandboxId(), aSpec(), this.time.clock.now());
    this.askedAt.set(sandbox.sandbox_id, this.time.milliseconds);
    await this.sandboxes.save([{ previous: null, next: sandbox }]);
    return sandbox.sandbox_id;
  }

  sweep(): Promise<void> {
    return this.lambdas.run('sweep-sandboxes', (invocation) => sweep(this.#deps.ofSweep(invocation)));
  }

  async #forEver(every: number, work: () => void): Promise<void> {
    while (!this.#isOver) {
      await this.time.pause(every);
      work();
    }
  }

  #note(row: Sandbox | undefined): void {
    if (!row) return;
    if (row.phase === 'RUNNING' && !this.readyAt.has(row.sandbox_id))
      this.readyAt.set(row.sandbox_id, this.time.milliseconds);
    if (row.phase === 'ERROR') this.failed.add(row.sandbox_id);
  }

  #tick(): void {
    this.ecs.tick();
    this.disks.tick();
    for (const { startedBy, task } of this.ecs.events.splice(0)) {
      const sandbox = parseStartedBy(startedBy);
      if (sandbox) void this.#heard(sandbox.ownerId, sandbox.sandboxId, { task });
    }
  }

  async #heard(ownerId: string, sandboxId: string, seen: Observation): Promise<void> {
    await this.time.pause(this.aws.isFree ? 0 : EVENT_DELAY);
    await this.lambdas.run(
      'reconcile-sandbox',
      async (invocation) => {
        const sleeper = await this.#look(ownerId, sandboxId, seen, invocation);
        if (sleeper) await this.#wake({ sandboxes: [sleeper] }, invocation);
      },
      { tries: 3, pause: 60_000 },
    );
  }

  /** Handles one batch of the stream like reconcile-sandbox. @returns the failed changes */
  async #changed(keys: readonly Changed[]): Promise<readonly Changed[]> {
    const failed: Changed[] = [];
    await this.lambdas.run('reconcile-sandbox', async (invocation) => {
      const sleepers: Sleeper[] = [];
      const distinct = new Map(keys.map((key) => [key.sandboxId, key]));
      const looks = [...distinct.values()].map(async (key) => {
        try {
          const sleeper = await this.#look(key.ownerId, key.sandboxId, {}, invocation);
          if (sleeper) sleepers.push(sleeper);
        } catch (error) {
          if (!isThrottling(error)) throw error;
          failed.push(key);
        }
      });
      await Promise.all(looks);
      if (sleepers.length > 0) await this.#wake({ sandboxes: sleepers }, invocation);
    });
    return failed;
  }

  async #look(
    ownerId: string,
    sandboxId: string,
    seen: Observation,
    invocation: Invocation,
  ): Promise<Sleeper | undefined> {
    const { again } = await reconcile(ownerId, sandboxId, seen, this.#deps.ofReconcile(invocation), END_OF_TIME);
    if (!again || again.getTime() - this.time.milliseconds > limits.wake * 1000) return undefined;
    return { owner_id: ownerId, sandbox_id: sandboxId, at: again.toISOString() };
  }

  async #invoke(invocation: Invocation, begin: () => Promise<void>): Promise<void> {
    await this.aws.call('lambda.invoke', invocation);
    void begin();
  }

  #wake(order: WakeOrder, invocation: Invocation): Promise<void> {
    return this.#invoke(invocation, () =>
      this.lambdas.run('wake-sandbox', (own) =>
        wake(order, { ...this.#deps.ofReconcile(own), pause: this.time.pause }, END_OF_TIME),
      ),
    );
  }

  #offerDuringBurst(): Promise<void> {
    return this.lambdas.run('sweep-sandboxes', (own) =>
      offerDuringBurst({ ...this.#deps.ofSweep(own), pause: this.time.pause }),
    );
  }

  #boot(ownerId: string, sandboxId: string, generation: number, seen?: Task): Promise<void> {
    const work = async (own: Invocation) => {
      await boot(ownerId, sandboxId, generation, this.#deps.ofBoot(own), seen);
    };
    return this.lambdas.run('boot-sandbox', work, { tries: 3, pause: 60_000 });
  }

  #stop(ownerId: string, sandboxId: string, generation: number): Promise<void> {
    return this.lambdas.run('stop-sandbox', (own) =>
      stopSandbox(ownerId, sandboxId, generation, {
        ...this.#deps.ofReconcile(own),
        agents: this.aws.metered('agents', this.agents, own),
        lastLook: async () => undefined,
      }),
    );
  }

  #sweepSegment(segment: Segment): Promise<void> {
    return this.lambdas.run('sweep-segment', async (own) => {
      const deps = this.#deps.ofSweep(own);
      const places = await SweepCursors.read(deps.progress, deps.now);
      await sweepSegment(segment, new SweepRun(deps.now, places), places, deps);
    });
  }
}

const END_OF_TIME = new Date(8.64e15);
