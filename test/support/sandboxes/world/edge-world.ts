import { type EntriesAtEdge, sweepEntries } from '../../../../shared/domain/maintenance/sweep-entries.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { ClaimedEntries } from '../../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import { addressIdOf, entryOf, nameRowId } from '../../../../shared/domain/sandboxes/edge/edge-row.ts';
import { EntryWriter } from '../../../../shared/domain/sandboxes/edge/write-entries.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { SettableClock } from '../../platform/settable-clock.ts';
import { MemoryEdgeRows, MemoryEdgeStore } from '../memory-edge.ts';
import { EdgeFleet, type FleetTask } from './edge-fleet.ts';
import { EdgeWatch } from './edge-watch.ts';
import { type Around, Crash, Processes, Random, through } from './processes.ts';
import { UnreliableEdgeStore } from './unreliable-edge-store.ts';
import { withoutStacks } from './without-stacks.ts';

/** Deliberate faults, each of which must break an invariant. */
export interface EdgeFaults {
  readonly rows?: (now: () => Date) => MemoryEdgeRows;
  readonly store?: () => MemoryEdgeStore;
  /** Boots give the agent its keys without waiting. */
  readonly hasty?: boolean;
  /** Stops and the sweep forget to ask for the removal. */
  readonly forgetful?: boolean;
}

export interface EdgeRun {
  readonly seed: number;
  readonly steps: number;
}

/** The calls after which a worker can hang, while addresses and entries change. */
const HANGS = ['claims', 'find', 'version', 'rows', 'update'];

/**
 * The entries of a few sandboxes whose tasks share one or two public addresses. Workers interleave at each call, crash
 * and hang; updates of the store are lost, come late, do not answer, or all fail for a while; and the edge has any
 * state of the store of the last ten seconds.
 */
class EdgeWorld {
  readonly clock = new SettableClock();
  readonly random: Random;
  readonly processes: Processes;
  readonly broken: string[] = [];
  readonly #faults: EdgeFaults;
  readonly #rows: MemoryEdgeRows;
  readonly #memory: MemoryEdgeStore;
  readonly #store: UnreliableEdgeStore;
  readonly #watch: EdgeWatch;
  readonly #fleet: EdgeFleet;

  constructor(seed: number, faults: EdgeFaults) {
    this.random = new Random(seed);
    this.processes = new Processes(this.clock, this.random);
    this.#faults = faults;
    this.#fleet = new EdgeFleet(this.random);
    this.#rows = faults.rows?.(this.clock.now) ?? new MemoryEdgeRows(this.clock.now);
    this.#memory = faults.store?.() ?? new MemoryEdgeStore();
    this.#watch = new EdgeWatch(this.#memory, this.clock.now);
    this.#store = new UnreliableEdgeStore(this.#memory, this.random, () => this.#look());
    this.#store.disturbTurns(this.#rows);
    this.#look();
  }

  /** Lets the world run for so many actions, then comes to rest. */
  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      if (this.random.below(6) === 0) this.processes.crashAfter(this.random.below(6));
      if (this.random.below(12) === 0) this.#store.isDown = !this.#store.isDown;
      if (this.random.below(8) === 0)
        this.processes.hangAfter(HANGS[this.random.below(HANGS.length)] ?? '', this.random.below(30_000));
      this.#act();
      await this.processes.let(this.random.below(5));
      this.#look();
    }
    await this.#rest();
  }

  #act(): void {
    const id = this.#fleet.ids[this.random.below(this.#fleet.ids.length)] ?? '';
    const action = this.random.below(9);
    if (action === 0 || action === 1) this.#start(id);
    else if (action === 2) this.processes.start((around) => this.#stop(id, around));
    else if (action === 3) this.#fleet.end(id);
    else if (action === 4) this.processes.start((around) => this.#reconcile(id, around));
    else if (action === 5) this.processes.start((around) => this.#sweep(around));
    else if (action === 6) this.#pass(this.random.below(12_000));
    else if (action !== 7 || !this.#store.letOneArrive()) this.processes.start((around) => this.#write(around));
  }

  #pass(milliseconds: number): void {
    this.clock.advance(milliseconds / 1000);
    this.processes.wakeSleepers();
  }

  #entries(around: Around): ClaimedEntries {
    const entries = new ClaimedEntries(through(around, this.#rows), this.clock.now);
    if (this.#faults.forgetful) entries.leave = async () => undefined;
    return entries;
  }

  #start(id: string): void {
    if (this.#fleet.start(id)) this.processes.start((around) => this.#boot(id, around));
  }

  async #boot(id: string, around: Around): Promise<void> {
    const entries = this.#entries(around);
    const { generation } = this.#fleet.find(id);
    let found: { readonly task: FleetTask; readonly seenAt: Date } | undefined;
    for (let tries = 0; tries < 60; tries += 1) {
      const sandbox = await around(async () => this.#fleet.find(id));
      if (sandbox.phase !== 'BOOTING' || sandbox.generation !== generation) return;
      const seenAt = this.clock.now();
      const task = found?.task ?? (await around(async () => this.#fleet.taskOf(sandbox)));
      if (!task) return;
      if (!found && !this.#store.isCalm && this.random.below(4) === 0)
        await this.processes.sleep(this.random.below(30_000));
      found ??= { task, seenAt };
      const taken = await entries.take(sandbox, task.address, found.seenAt);
      if (taken === 'taken' || this.#faults.hasty) {
        // Another task at this address refuses the keys.
        await around(async () => {
          if (this.#fleet.tasks.includes(task)) task.hasKeys = true;
        });
        const isSaved = await around(async () =>
          this.#fleet.save(sandbox, { phase: 'RUNNING', public_address: task.address }),
        );
        if (isSaved) return;
      }
      await this.processes.sleep(500);
    }
  }

  async #stop(id: string, around: Around): Promise<void> {
    const read = await around(async () => this.#fleet.find(id));
    if (read.phase !== 'RUNNING' && read.phase !== 'BOOTING') return;
    if (!(await around(async () => this.#fleet.save(read, { phase: 'STOPPING' })))) return;
    await this.#entries(around).leave(read);
    await around(async () => this.#fleet.end(id));
  }

  /** The end of a task is recorded after the entry was asked to leave, so that a crash repeats it. */
  async #reconcile(id: string, around: Around): Promise<void> {
    const read = await around(async () => this.#fleet.find(id));
    if (read.phase === 'PAUSED') return;
    if (read.phase === 'STOPPING') await around(async () => this.#fleet.end(id));
    if (await around(async () => this.#fleet.taskOf(read) !== undefined)) return;
    await this.#entries(around).leave(read);
    await around(async () => this.#fleet.save(read, { phase: 'PAUSED', public_address: null, task_arn: null }));
  }

  async #sweep(around: Around): Promise<void> {
    const at = this.clock.now();
    const taskArns = await around(async () => new Set(this.#fleet.tasks.map(({ arn }) => arn)));
    const all = await around(async () => this.#fleet.all());
    const heads = all
      .filter(({ phase }) => phase !== 'PAUSED')
      .map((sandbox) => {
        const { phase, public_address: address } = sandbox;
        const entry = phase === 'RUNNING' && address !== null ? JSON.stringify(entryOf(sandbox, address)) : null;
        return { ...sandbox, entry };
      });
    const places = await SweepCursors.read({ all: async () => new Map(), save: async () => undefined }, this.clock.now);
    const edge: EntriesAtEdge = {
      entries: this.#entries(around),
      rows: through(around, this.#rows, ['live']),
      compare: async () => undefined,
    };
    const sandboxes = { find: async (_owner: string, id: string) => around(async () => this.#fleet.find(id)) };
    const deps = { sandboxes: sandboxes as Pick<SandboxStore, 'find'>, metric: () => undefined, now: this.clock.now };
    await sweepEntries(new SweepRun(this.clock.now, places), { heads, taskArns, at }, edge, deps);
  }

  /** Any part of the stream: late, again, or for rows that another writer has written. */
  async #write(around: Around): Promise<void> {
    const asked = [...this.#rows.names.values()].filter(({ write }) => write !== undefined);
    const ids = (this.#store.isCalm ? asked : asked.filter(() => this.random.below(3) > 0)).map(
      ({ entry_id: id }) => addressIdOf(id) ?? '',
    );
    const writer = new EntryWriter({
      store: this.#store.for(around),
      work: through(around, this.#rows),
      now: this.clock.now,
      random: () => 1,
      pause: this.processes.sleep,
    });
    await writer.write(ids, new Date(this.clock.now().getTime() + 20_000));
  }

  /** Records what the edge can have, and whether it leads to another sandbox. */
  #look(): void {
    for (const [addressId, address] of this.#watch.look()) this.#assertLeadsHome(addressId, address);
    for (const sandbox of this.#fleet.all()) this.#assertKept(sandbox);
  }

  /** No worker of another sandbox takes the address of one that runs. */
  #assertKept(sandbox: Sandbox): void {
    if (sandbox.phase !== 'RUNNING' || this.#fleet.taskOf(sandbox) === undefined) return;
    const own = this.#rows.names.get(nameRowId(sandbox.address_id));
    if (own?.state !== 'held' || own.generation !== sandbox.generation)
      this.broken.push(`kept: ${sandbox.sandbox_id} runs, and its entry is ${own?.state}`);
  }

  #assertLeadsHome(addressId: string, address: string): void {
    const task = this.#fleet.tasks.find((one) => one.address === address && one.hasKeys);
    if (task && this.#fleet.find(task.sandboxId).address_id !== addressId)
      this.broken.push(`leads home: ${addressId} leads to sandbox ${task.sandboxId}`);
  }

  /** Without faults, every worker is tried again until nothing changes. */
  async #rest(): Promise<void> {
    this.processes.neverCrash();
    this.#store.isCalm = true;
    for (let round = 0; round < 12; round += 1) {
      for (const id of this.#fleet.ids) {
        this.processes.start((around) => this.#reconcile(id, around));
        if (this.#fleet.find(id).phase === 'BOOTING') this.processes.start((around) => this.#boot(id, around));
      }
      this.processes.start((around) => this.#sweep(around));
      this.processes.start((around) => this.#write(around));
      for (let second = 0; second < 40; second += 1) {
        await this.processes.finish();
        this.#pass(1_000);
        this.#look();
      }
    }
    this.#assertAgrees();
    for (const bug of this.processes.bugs) if (!(bug instanceof Crash)) this.broken.push(`no bugs: ${String(bug)}`);
  }

  #assertAgrees(): void {
    const wanted = this.#fleet.all().flatMap((sandbox) => {
      const task = this.#fleet.taskOf(sandbox);
      if (sandbox.phase === 'BOOTING') this.broken.push(`at rest: ${sandbox.sandbox_id} still boots`);
      if (sandbox.phase !== 'RUNNING' || !task) return [];
      return [`${sandbox.address_id} ${JSON.stringify(entryOf(sandbox, task.address))}`];
    });
    const found = [...this.#memory.values].map(([key, value]) => `${key} ${value}`);
    if (wanted.toSorted().join() !== found.toSorted().join())
      this.broken.push(`at rest: the store has [${found}] instead of [${wanted}]`);
  }
}

/** @returns the broken invariants of a run */
export async function brokenAtEdge({ seed, steps }: EdgeRun, faults: EdgeFaults = {}): Promise<readonly string[]> {
  const world = new EdgeWorld(seed, faults);
  await withoutStacks(() => world.run(steps));
  return world.broken;
}
