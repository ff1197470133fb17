import { type EntriesAtEdge, sweepEntries } from '../../../../shared/domain/maintenance/sweep-entries.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { ClaimedEntries } from '../../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import { addressIdOf, entryOf, PROPAGATION } from '../../../../shared/domain/sandboxes/edge/edge-row.ts';
import type { EdgeStore } from '../../../../shared/domain/sandboxes/edge/edge-store.ts';
import { EntryWriter } from '../../../../shared/domain/sandboxes/edge/write-entries.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { SettableClock } from '../../platform/settable-clock.ts';
import { MemoryEdgeRows, MemoryEdgeStore } from '../memory-edge.ts';
import { aSandbox } from '../sandbox-data.ts';
import { type Around, Crash, Processes, Random, through } from './processes.ts';

/** A task with the public address that AWS gave it. After its end, AWS gives the address to another task. */
interface Task {
  readonly arn: string;
  readonly sandboxId: string;
  readonly address: string;
  hasKeys: boolean;
}

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

const ADDRESSES = ['198.51.100.1', '198.51.100.2'];
const SANDBOXES = ['one', 'two', 'three'];

/** What the edge could have had at a time. */
interface Snapshot {
  readonly values: ReadonlyMap<string, string>;
  /** When the store had the next one, in milliseconds. */
  until: number;
}

/**
 * The entries of a few sandboxes whose tasks share one or two public addresses. Workers interleave at each call, crash
 * and hang; updates of the store are lost, come late, or do not answer; and the edge has any state of the store of the
 * last ten seconds.
 */
class EdgeWorld {
  readonly clock = new SettableClock();
  readonly random: Random;
  readonly processes: Processes;
  readonly broken: string[] = [];
  readonly #faults: EdgeFaults;
  readonly #rows: MemoryEdgeRows;
  readonly #store: MemoryEdgeStore;
  readonly #sandboxes = new Map<string, Sandbox>();
  #tasks: Task[] = [];
  #snapshots: Snapshot[] = [];
  readonly #late: (() => Promise<unknown>)[] = [];
  /** With one address, each task has that of the task before it. */
  readonly #addresses: readonly string[];
  #isCalm = false;
  #arns = 0;

  constructor(seed: number, faults: EdgeFaults) {
    this.random = new Random(seed);
    this.processes = new Processes(this.clock, this.random);
    this.#faults = faults;
    this.#addresses = ADDRESSES.slice(this.random.below(ADDRESSES.length));
    this.#rows = faults.rows?.(this.clock.now) ?? new MemoryEdgeRows(this.clock.now);
    this.#letWritersMeet();
    this.#store = faults.store?.() ?? new MemoryEdgeStore();
    for (const [at, id] of SANDBOXES.entries()) {
      const address_id = `${'abc'[at]}`.repeat(16);
      this.#sandboxes.set(id, { ...aSandbox({ address_id }), sandbox_id: id, phase: 'PAUSED', generation: 0 });
    }
    this.#look();
  }

  /** Turns only save calls, so most of them fail here. */
  #letWritersMeet(): void {
    const rows = this.#rows;
    const takeTurn = rows.takeTurn.bind(rows);
    rows.takeTurn = async () => {
      if (!this.#isCalm && this.random.below(4) > 0) await rows.endTurn();
      return takeTurn();
    };
  }

  /** Lets the world run for so many actions, then comes to rest. */
  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      if (this.random.below(6) === 0) this.processes.crashAfter(this.random.below(6));
      this.#act();
      await this.processes.let(this.random.below(5));
      this.#look();
    }
    await this.#rest();
  }

  #act(): void {
    const id = SANDBOXES[this.random.below(SANDBOXES.length)] ?? '';
    const action = this.random.below(9);
    if (action === 0 || action === 1) this.#start(id);
    else if (action === 2) this.processes.start((around) => this.#stop(id, around));
    else if (action === 3) this.#end(id);
    else if (action === 4) this.processes.start((around) => this.#reconcile(id, around));
    else if (action === 5) this.processes.start((around) => this.#sweep(around));
    else if (action === 6) this.#pass(this.random.below(12_000));
    else if (action === 7 && this.#late.length > 0) void this.random.take(this.#late)?.();
    else this.processes.start((around) => this.#write(around));
  }

  #pass(milliseconds: number): void {
    this.clock.advance(milliseconds / 1000);
    this.processes.wakeSleepers();
  }

  #find(id: string): Sandbox {
    const sandbox = this.#sandboxes.get(id);
    if (!sandbox) throw new Error(`there is no sandbox ${id}`);
    return sandbox;
  }

  /** @returns whether the row was still the one that was read */
  #save(read: Sandbox, change: Partial<Sandbox>): boolean {
    if (this.#find(read.sandbox_id).version !== read.version) return false;
    this.#sandboxes.set(read.sandbox_id, { ...read, ...change, version: read.version + 1 });
    return true;
  }

  #entries(around: Around): ClaimedEntries {
    const entries = new ClaimedEntries(through(around, this.#rows), this.clock.now);
    if (this.#faults.forgetful) entries.leave = async () => undefined;
    return entries;
  }

  /** AWS has a free address for the task of a new generation. */
  #start(id: string): void {
    const read = this.#find(id);
    const free = this.#addresses.filter((address) => !this.#tasks.some((task) => task.address === address));
    const address = this.random.take(free);
    if (read.phase !== 'PAUSED' || address === undefined) return;
    this.#arns += 1;
    const arn = `task-${this.#arns}`;
    this.#save(read, { phase: 'BOOTING', generation: read.generation + 1, task_arn: arn, public_address: null });
    this.#tasks.push({ arn, sandboxId: id, address, hasKeys: false });
    this.processes.start((around) => this.#boot(id, around));
  }

  async #boot(id: string, around: Around): Promise<void> {
    const entries = this.#entries(around);
    const { generation } = this.#find(id);
    let found: { readonly task: Task; readonly seenAt: Date } | undefined;
    for (let tries = 0; tries < 60; tries += 1) {
      const sandbox = await around(async () => this.#find(id));
      if (sandbox.phase !== 'BOOTING' || sandbox.generation !== generation) return;
      const seenAt = this.clock.now();
      const task = found?.task ?? (await around(async () => this.#taskOf(sandbox)));
      if (!task) return;
      if (!found && !this.#isCalm && this.random.below(4) === 0) await this.processes.sleep(this.random.below(30_000));
      found ??= { task, seenAt };
      const taken = await entries.take(sandbox, task.address, found.seenAt);
      if (taken === 'taken' || this.#faults.hasty) {
        // Another task at this address refuses the keys.
        await around(async () => {
          if (this.#tasks.includes(task)) task.hasKeys = true;
        });
        const isSaved = await around(async () =>
          this.#save(sandbox, { phase: 'RUNNING', public_address: task.address }),
        );
        if (isSaved) return;
      }
      await this.processes.sleep(500);
    }
  }

  #taskOf({ task_arn: arn }: Sandbox): Task | undefined {
    return this.#tasks.find((task) => task.arn === arn);
  }

  async #stop(id: string, around: Around): Promise<void> {
    const read = await around(async () => this.#find(id));
    if (read.phase !== 'RUNNING' && read.phase !== 'BOOTING') return;
    if (!(await around(async () => this.#save(read, { phase: 'STOPPING' })))) return;
    await this.#entries(around).leave(read);
    await around(async () => this.#end(id));
  }

  #end(id: string): void {
    this.#tasks = this.#tasks.filter(({ sandboxId }) => sandboxId !== id);
  }

  /** The end of a task is recorded after the entry was asked to leave, so that a crash repeats it. */
  async #reconcile(id: string, around: Around): Promise<void> {
    const read = await around(async () => this.#find(id));
    if (read.phase === 'PAUSED') return;
    if (read.phase === 'STOPPING') await around(async () => this.#end(id));
    if (await around(async () => this.#taskOf(read) !== undefined)) return;
    await this.#entries(around).leave(read);
    await around(async () => this.#save(read, { phase: 'PAUSED', public_address: null, task_arn: null }));
  }

  async #sweep(around: Around): Promise<void> {
    const at = this.clock.now();
    const taskArns = await around(async () => new Set(this.#tasks.map(({ arn }) => arn)));
    const all = await around(async () => [...this.#sandboxes.values()]);
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
    const sandboxes = { find: async (_owner: string, id: string) => around(async () => this.#find(id)) };
    const deps = { sandboxes: sandboxes as Pick<SandboxStore, 'find'>, metric: () => undefined, now: this.clock.now };
    await sweepEntries(new SweepRun(this.clock.now, places), { heads, taskArns, at }, edge, deps);
  }

  /** Any part of the stream: late, again, or for rows that another writer has written. */
  async #write(around: Around): Promise<void> {
    const asked = [...this.#rows.names.values()].filter(({ write }) => write !== undefined);
    const ids = (this.#isCalm ? asked : asked.filter(() => this.random.below(3) > 0)).map(
      ({ entry_id: id }) => addressIdOf(id) ?? '',
    );
    const writer = new EntryWriter({
      store: this.#faulty(around),
      work: through(around, this.#rows),
      now: this.clock.now,
      random: () => 1,
      pause: this.processes.sleep,
    });
    await writer.write(ids, new Date(this.clock.now().getTime() + 20_000));
  }

  #faulty(around: Around): EdgeStore {
    const store = this.#store;
    return {
      version: () => around(() => store.version()),
      entries: () => store.entries(),
      update: (version, changes) =>
        around(async () => {
          const fate = this.#isCalm ? 9 : this.random.below(10);
          const made = async () => {
            const outcome = await store.update(version, changes);
            this.#look();
            return outcome;
          };
          if (fate === 0) throw new Error('fetch failed');
          if (fate === 1) this.#late.push(made);
          const outcome = fate === 1 ? undefined : await made();
          if (!outcome || fate === 2) throw new Error('fetch failed');
          return outcome;
        }),
    };
  }

  /** Records what the edge can have, and whether it leads to another sandbox. */
  #look(): void {
    const now = this.clock.now().getTime();
    const last = this.#snapshots.at(-1);
    if (!last || !isSame(last.values, this.#store.values)) {
      if (last) last.until = now;
      this.#snapshots.push({ values: new Map(this.#store.values), until: Number.POSITIVE_INFINITY });
    }
    this.#snapshots = this.#snapshots.filter(({ until }) => until + PROPAGATION > now);
    for (const { values } of this.#snapshots)
      for (const [addressId, value] of values) this.#assertLeadsHome(addressId, value);
  }

  #assertLeadsHome(addressId: string, value: string): void {
    const { a: address } = JSON.parse(value) as { a: string };
    const task = this.#tasks.find((one) => one.address === address && one.hasKeys);
    if (task && this.#find(task.sandboxId).address_id !== addressId)
      this.broken.push(`leads home: ${addressId} leads to sandbox ${task.sandboxId}`);
  }

  /** Without faults, every worker is tried again until nothing changes. */
  async #rest(): Promise<void> {
    this.processes.neverCrash();
    this.#isCalm = true;
    for (let round = 0; round < 12; round += 1) {
      for (const id of SANDBOXES) {
        this.processes.start((around) => this.#reconcile(id, around));
        if (this.#find(id).phase === 'BOOTING') this.processes.start((around) => this.#boot(id, around));
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
    const wanted = [...this.#sandboxes.values()].flatMap((sandbox) => {
      const task = this.#taskOf(sandbox);
      if (sandbox.phase === 'BOOTING') this.broken.push(`at rest: ${sandbox.sandbox_id} still boots`);
      if (sandbox.phase !== 'RUNNING' || !task) return [];
      return [`${sandbox.address_id} ${JSON.stringify(entryOf(sandbox, task.address))}`];
    });
    const found = [...this.#store.values].map(([key, value]) => `${key} ${value}`);
    if (wanted.toSorted().join() !== found.toSorted().join())
      this.broken.push(`at rest: the store has [${found}] instead of [${wanted}]`);
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

/** @returns the broken invariants of a run */
export async function brokenAtEdge({ seed, steps }: EdgeRun, faults: EdgeFaults = {}): Promise<readonly string[]> {
  const world = new EdgeWorld(seed, faults);
  await world.run(steps);
  return world.broken;
}
