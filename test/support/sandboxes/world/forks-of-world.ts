import { forkSandbox } from '../../../../functions/sandboxes/fork-sandbox.ts';
import { restoreSandbox } from '../../../../functions/sandboxes/restore-sandbox.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { aCaller, aRequest } from '../../http/a-caller.ts';
import { keyOf } from '../../platform/memory-page.ts';
import { noOwnSpecs } from '../no-own-specs.ts';
import type { Broken } from './invariants.ts';
import { type Around, through } from './processes.ts';
import { type SandboxWorld, STAGE_LIMITS } from './sandbox-world.ts';

/** Deliberate faults of requests. */
export interface ForkFaults {
  /** Whether the service forgets that it has seen a request. */
  readonly isForgetful: boolean;
}

/** Forks, restores and starts from snapshots in the simulated world, and what must hold for them. */
export class ForksOfWorld {
  readonly #world: SandboxWorld;
  readonly #isForgetful: boolean;
  /** Starts whose workspace lacked something of the snapshot that they began from. */
  readonly #incomplete = new Set<string>();
  /** Sandboxes for which a restore was requested: what was on their workspace may be on another snapshot. */
  readonly restored = new Set<string>();
  /** Sandboxes whose workspace is lost or has expired, and each with the times at which that was found. */
  readonly #withoutWorkspace = new Set<string>();
  readonly #losses = new Set<string>();
  /** How many sandboxes each fork request may make. */
  readonly #requested = new Map<string, { readonly count: number; readonly made: Set<string> }>();

  constructor(world: SandboxWorld, { isForgetful }: ForkFaults = { isForgetful: false }) {
    this.#world = world;
    this.#isForgetful = isForgetful;
    const before = world.sandboxes.onWrite;
    world.sandboxes.onWrite = (ownerId, id) => {
      before(ownerId, id);
      const row = world.sandboxes.rows.get(keyOf(ownerId, id));
      if (!row) return;
      this.#see(row);
      this.#seeLoss(row);
    };
  }

  /** The same request for the same sandbox and count, whenever it is repeated. */
  fork({ owner_id: ownerId, sandbox_id, created_at }: Sandbox, count: number): void {
    const name = `${ownerId}/${sandbox_id} fork ${count}`;
    const request = this.#isForgetful ? aRequest : { ...aRequest, once: { name, at: created_at } };
    const known = this.#requested.get(name) ?? { count, made: new Set<string>() };
    this.#requested.set(name, known);
    this.#ask(async (around) => {
      const base = { caller: { ...aCaller, ownerId }, request, params: { sandbox_id }, body: { count } };
      const { items } = await forkSandbox.run({ ...base, query: { on_limit: 'reject' } }, this.#deps(around));
      for (const { sandbox } of items) if (sandbox) known.made.add(sandbox.id);
    });
  }

  restore({ owner_id: ownerId, sandbox_id }: Sandbox, { snapshot_id }: WorkspaceSnapshot): void {
    this.restored.add(keyOf(ownerId, sandbox_id));
    this.#ask(async (around) => {
      const base = { caller: { ...aCaller, ownerId }, request: aRequest, params: { sandbox_id }, query: undefined };
      await restoreSandbox.run({ ...base, body: { snapshot_id } }, this.#deps(around));
    });
  }

  start({ owner_id: ownerId, snapshot_id }: WorkspaceSnapshot): void {
    this.#ask(async (around) => {
      const base = { caller: { ...aCaller, ownerId }, request: aRequest, params: undefined };
      await startSandbox.run({ ...base, body: { snapshot_id }, query: { on_limit: 'reject' } }, this.#deps(around));
    });
  }

  broken(): Broken[] {
    const made = [...this.#requested].filter(([, { count, made: ids }]) => ids.size > count);
    return [
      ...[...this.#incomplete].map((what): Broken => `begins-whole: ${what}`),
      ...made.map(([name, { made: ids }]): Broken => `forks-apart: ${name} made ${ids.size} sandboxes`),
      ...this.#shared(),
    ];
  }

  /** Volumes, addresses and session keys that two sandboxes have. */
  #shared(): Broken[] {
    const { sandboxes, ecs, agents } = this.#world;
    const rows = [...sandboxes.rows.values()].filter(({ warm, phase }) => warm === null && phase !== 'DELETED');
    const keys = ecs.live().flatMap(({ task }) => agents.sessionKeyOf(task.arn) ?? []);
    const twice = (values: readonly (string | null)[]) =>
      values.filter((value, at) => value !== null && values.indexOf(value) !== at);
    return [
      ...twice(rows.map(({ volume_id: id }) => id)).map((id): Broken => `forks-apart: two sandboxes have volume ${id}`),
      ...twice(rows.map(({ address_id: id }) => id)).map((id): Broken => `forks-apart: two have the address ${id}`),
      ...twice(keys).map((): Broken => 'forks-apart: two agents have one session key'),
    ];
  }

  /** Compares the disk of a task with the snapshot that it began from. Later, the agent changes it. */
  #see(row: Sandbox): void {
    const { disks, vanished } = this.#world;
    const { base_snapshot: base, snapshot_id: own, volume_id: volumeId, phase } = row;
    if (phase !== 'RUNNING' || base === null || own !== null || volumeId === null) return;
    const where = `${row.sandbox_id}/${row.generation}`;
    if (base.ebs_snapshot_id === null) {
      this.#incomplete.add(`${where} runs before its snapshot was READY`);
      return;
    }
    if (vanished.has(base.ebs_snapshot_id)) return;
    const [wanted, there] = [disks.contentOf(base.ebs_snapshot_id), disks.contentOf(volumeId)];
    // A volume that was lost is found out later.
    if (there === undefined) return;
    if (wanted === undefined) this.#incomplete.add(`${where} runs, and the snapshot that it begins from is gone`);
    else if (wanted.some((text) => !there.includes(text)))
      this.#incomplete.add(`${where} lacks what is in its snapshot`);
  }

  /** Whether this workspace was gone from this time on, until a restore was requested. */
  wasLostAndRestored(ownerId: string, sandboxId: string, at: string): boolean {
    const key = keyOf(ownerId, sandboxId);
    return this.restored.has(key) && this.#losses.has(`${key} ${at}`);
  }

  /** A failed sandbox can also lose its workspace, which is no change of phase and so no transition. */
  #seeLoss({ owner_id: ownerId, sandbox_id: id, status_reason: reason, updated_at: at }: Sandbox): void {
    const key = keyOf(ownerId, id);
    const isGone = reason?.code === 'workspace_lost' || reason?.code === 'workspace_expired';
    if (isGone && !this.#withoutWorkspace.has(key)) this.#losses.add(`${key} ${at}`);
    if (isGone) this.#withoutWorkspace.add(key);
    else this.#withoutWorkspace.delete(key);
  }

  #ask(call: (around: Around) => Promise<unknown>): void {
    this.#world.processes.start(async (around) => {
      try {
        await call(around);
      } catch (error) {
        // A documented refusal counts as a response.
        if (!(error instanceof AppError)) throw error;
      }
    });
  }

  #deps(around: Around) {
    const { clock, sandboxes, snapshots, specs, warmTasks } = this.#world;
    return {
      sandboxes: through(around, sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
      // Parts are made without a call.
      snapshots: through(around, snapshots, ['due', 'stored', 'parts']),
      budgets: this.#world.budgets(around),
      warmTasks: through(around, warmTasks),
      specs,
      ownSpecs: noOwnSpecs,
      work: (ownerId: string, id: string) => around(async () => this.#world.snapshotWork.work(ownerId, id)),
      stageLimits: STAGE_LIMITS,
      snapshotLimit: 100,
      now: clock.now,
    };
  }
}
