import { type SweepDeps, sweep } from '../../../shared/domain/maintenance/sweep.ts';
import { deleteRequested, pauseRequested, resumeRequested } from '../../../shared/domain/sandboxes/intent/intents.ts';
import type { ReconcileDeps } from '../../../shared/domain/sandboxes/reconcile/perform.ts';
import { type Pass, reconcile } from '../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Observation } from '../../../shared/domain/sandboxes/record/step.ts';
import { aSandbox } from './sandbox-data.ts';
import { END_OF_TIME, SandboxWorld } from './world/sandbox-world.ts';

const intents = { pause: pauseRequested, resume: resumeRequested, delete: deleteRequested };

/** One sandbox in a simulated world where the test decides each event. */
export class LifecycleScene {
  readonly world = new SandboxWorld(1);
  readonly ownerId = 'ann';
  readonly sandboxId: string;

  constructor() {
    this.world.processes.interleaved = false;
    this.sandboxId = aSandbox().sandbox_id;
  }

  static async with(overrides: Partial<Sandbox> = {}): Promise<LifecycleScene> {
    const scene = new LifecycleScene();
    const next = { ...aSandbox({ ...overrides, owner_id: scene.ownerId }), sandbox_id: scene.sandboxId };
    await scene.world.sandboxes.save([{ previous: null, next }]);
    return scene;
  }

  static async running(overrides: Partial<Sandbox> = {}): Promise<LifecycleScene> {
    const scene = await LifecycleScene.with(overrides);
    await scene.settle();
    await scene.write('first');
    return scene;
  }

  static async paused(): Promise<LifecycleScene> {
    const scene = await LifecycleScene.running();
    await scene.want('pause');
    await scene.settle();
    return scene;
  }

  async read(): Promise<Sandbox> {
    const row = await this.world.sandboxes.find(this.ownerId, this.sandboxId);
    if (!row) throw new Error('the row is gone');
    return row;
  }

  async change(change: Partial<Sandbox>): Promise<void> {
    const previous = await this.read();
    await this.world.sandboxes.save([{ previous, next: { ...previous, ...change, version: previous.version + 1 } }]);
  }

  async want(intent: keyof typeof intents): Promise<void> {
    const previous = await this.read();
    const next = intents[intent](previous, this.world.clock.now());
    if (next) await this.world.sandboxes.save([{ previous, next }]);
  }

  look(seen: Observation = {}, deps: Partial<ReconcileDeps> = {}, until = END_OF_TIME): Promise<Pass> {
    return reconcile(this.ownerId, this.sandboxId, seen, { ...this.world.reconcileDeps(), ...deps }, until);
  }

  /** Advances time and delivers all events. */
  async settle(seconds = 90): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 5) {
      await this.world.tellAll();
      await this.world.pass(5);
    }
    await this.world.tellAll();
  }

  /** Advances time without events. */
  async silence(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 5) await this.world.pass(5);
    this.world.loseEvents();
  }

  /** Advances minutes with events and sweeps. */
  async minutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      await this.sweep();
      await this.settle(60);
    }
  }

  /** Advances minutes with sweeps but without events. */
  async minutesWithoutEvents(count: number): Promise<void> {
    this.world.withoutEvents = true;
    for (let minute = 0; minute < count; minute += 1) {
      this.world.loseEvents();
      await this.sweep();
      for (let passed = 0; passed < 60; passed += 5) await this.world.pass(5);
    }
    this.world.loseEvents();
    this.world.withoutEvents = false;
  }

  async sweep(deps: Partial<SweepDeps> = {}): Promise<void> {
    await sweep({ ...this.world.sweepDeps(), ...deps });
    await this.world.processes.finish();
  }

  async write(text: string): Promise<void> {
    this.world.disks.write((await this.read()).volume_id ?? '', text);
  }

  async content(): Promise<readonly string[] | undefined> {
    const { volume_id: volumeId, snapshot_id: snapshotId } = await this.read();
    return this.world.disks.contentOf(volumeId ?? snapshotId ?? '');
  }

  async task() {
    const task = this.world.ecs.taskOf((await this.read()).task_arn ?? '');
    if (!task) throw new Error('there is no task');
    return task;
  }
}
