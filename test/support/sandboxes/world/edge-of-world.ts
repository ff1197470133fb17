import type { EntriesAtEdge } from '../../../../shared/domain/maintenance/sweep-entries.ts';
import { ClaimedEntries } from '../../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import { type CompareDeps, compareEntries } from '../../../../shared/domain/sandboxes/edge/compare-entries.ts';
import type { EdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { addressIdOf, type EdgeRow, entryOf, nameRowId } from '../../../../shared/domain/sandboxes/edge/edge-row.ts';
import type { EdgeState, EdgeStates } from '../../../../shared/domain/sandboxes/edge/edge-state.ts';
import { EntryWriter } from '../../../../shared/domain/sandboxes/edge/write-entries.ts';
import { parseStartedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { isStopped } from '../../../../shared/domain/sandboxes/record/task.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';
import { keyOf } from '../../platform/memory-page.ts';
import { MemoryEdgeRows, MemoryEdgeStore } from '../memory-edge.ts';
import { EdgeWatch } from './edge-watch.ts';
import { type Around, through } from './processes.ts';
import type { SandboxWorld } from './sandbox-world.ts';
import { UnreliableEdgeStore } from './unreliable-edge-store.ts';

/** Deliberate faults of the entries at the edge. */
export interface EdgeOfWorldFaults {
  readonly rows?: (now: Clock) => MemoryEdgeRows;
  readonly store?: () => MemoryEdgeStore;
  readonly entries?: (entries: EdgeEntries) => EdgeEntries;
  /** The sandboxes as the slow way reads and writes them. */
  readonly visited?: (sandboxes: SandboxStore) => SandboxStore;
  /** The rows as the comparison reads and writes them. */
  readonly compared?: (work: CompareDeps['work']) => CompareDeps['work'];
  readonly sweep?: (edge: EntriesAtEdge) => EntriesAtEdge | undefined;
}

/** An instance of the writer, which runs one invocation at a time and knows the version after its last update. */
interface Instance {
  around: Around;
  readonly writer: EntryWriter;
}

/** How long a run of the writer may take, in milliseconds. */
const RUN = 20_000;

/**
 * The edge of a simulated world: the real claims and the real writer on rows and a store in memory. AWS gives each task
 * the public address that was freed last, so that outdated entries lead to other sandboxes as often as possible.
 */
export class EdgeOfWorld {
  readonly rows: MemoryEdgeRows;
  readonly unreliable: UnreliableEdgeStore;
  /** Names that led to another sandbox, and running sandboxes that lost their address. */
  readonly broken: string[] = [];
  readonly #world: SandboxWorld;
  readonly #faults: EdgeOfWorldFaults;
  readonly #store: MemoryEdgeStore;
  readonly #watch: EdgeWatch;
  /** Public addresses by the ARN of their task. */
  readonly #addresses = new Map<string, string>();
  readonly #free: string[] = [];
  #addressesMade = 0;
  readonly #idle: Instance[] = [];
  /** The versions of sandboxes that their rows come from. */
  readonly #newest = new Map<string, number>();
  /** The changes that the stream has sent, by row. */
  readonly #sent = new Map<string, string>();

  constructor(world: SandboxWorld, faults: EdgeOfWorldFaults = {}) {
    this.#world = world;
    this.#faults = faults;
    this.rows = faults.rows?.(world.clock.now) ?? new MemoryEdgeRows(world.clock.now);
    this.#store = faults.store?.() ?? new MemoryEdgeStore();
    this.#watch = new EdgeWatch(this.#store, world.clock.now);
    this.unreliable = new UnreliableEdgeStore(this.#store, world.random, () => this.look());
    this.unreliable.disturbTurns(this.rows);
  }

  entries(around: Around): EdgeEntries {
    const entries = new ClaimedEntries(through(around, this.rows), this.#world.clock.now);
    return this.#faults.entries?.(entries) ?? entries;
  }

  visited(sandboxes: SandboxStore): SandboxStore {
    return this.#faults.visited?.(sandboxes) ?? sandboxes;
  }

  states(around: Around): EdgeStates {
    return { of: async (id) => stateOf(await around(() => this.rows.find(id))) };
  }

  forSweep(around: Around): EntriesAtEdge | undefined {
    const edge = {
      entries: this.entries(around),
      rows: through(around, this.rows, ['live']),
      compare: async () => this.#compare(),
    };
    return this.#faults.sweep ? this.#faults.sweep(edge) : edge;
  }

  /** @returns undefined for a task that has no address yet or no longer */
  addressOf(taskArn: string): string | undefined {
    this.moveAddresses();
    return this.#addresses.get(taskArn);
  }

  /** AWS gives addresses to the tasks that run now, and takes them back from those that ended. */
  moveAddresses(): void {
    const tasks = this.#world.ecs.every().map(({ task }) => task);
    for (const { arn } of tasks.filter(isStopped)) {
      const address = this.#addresses.get(arn);
      if (address !== undefined && this.#addresses.delete(arn)) this.#free.push(address);
    }
    for (const task of tasks)
      if (task.lastStatus === 'RUNNING' && !this.#addresses.has(task.arn))
        this.#addresses.set(task.arn, this.#free.pop() ?? this.#newAddress());
  }

  /** The rows whose changes the stream has not sent yet. */
  news(): string[] {
    return this.#waiting().flatMap((row) => {
      const change = `${row.version} ${row.reminded_at}`;
      if (this.#sent.get(row.entry_id) === change) return [];
      this.#sent.set(row.entry_id, change);
      return [idOf(row)];
    });
  }

  /** The rows for which the sweep asks the writer again. */
  reminded(): string[] {
    return this.#waiting()
      .filter(({ reminded_at: remindedAt, asked_at: askedAt }) => (remindedAt ?? -1) >= askedAt)
      .map(idOf);
  }

  /** Starts the writer with these rows, and some others of the stream. */
  write(ids: readonly string[]): void {
    const others = this.#waiting().filter(() => this.#world.random.below(2) === 0);
    const all = [...new Set([...ids, ...others.map(idOf)])];
    const until = new Date(this.#world.clock.now().getTime() + RUN);
    this.#world.processes.start(async (around) => {
      const instance = this.#idle.pop() ?? this.#newInstance();
      instance.around = around;
      const failed = await instance.writer.write(all, until);
      // A process that has crashed does not come here.
      await around(async () => this.#idle.push(instance));
      for (const id of failed) this.#sent.delete(nameRowId(id));
    });
  }

  /** Looks whether a name leads to another sandbox, or a running one has lost its address. */
  look(): void {
    this.moveAddresses();
    const holders = new Map([...this.#addresses].map(([arn, address]) => [address, arn]));
    for (const [id, address] of this.#watch.look()) {
      const home = this.#homeOf(holders.get(address));
      if (home !== undefined && home !== id) this.broken.push(`leads-home: ${id} leads to ${home} at ${address}`);
    }
    for (const row of this.#world.rows()) this.#assertKept(row);
    for (const row of this.rows.names.values()) this.#assertNewest(row);
  }

  /** @returns what the store has and should not, or lacks */
  differences(): string[] {
    const wanted = this.#world.rows().flatMap((row) => {
      const address = row.phase === 'RUNNING' ? this.addressOf(row.task_arn ?? '') : undefined;
      return address === undefined ? [] : [`${row.address_id} ${JSON.stringify(entryOf(row, address))}`];
    });
    const found = [...this.#store.values].map(([key, value]) => `${key} ${value}`);
    return [
      ...wanted.filter((entry) => !found.includes(entry)).map((entry) => `the store lacks ${entry}`),
      ...found.filter((entry) => !wanted.includes(entry)).map((entry) => `the store still has ${entry}`),
      ...this.#waiting().map(({ entry_id: id }) => `the row ${id} still waits for the writer`),
    ];
  }

  /** The sandbox whose keys the agent of a task has; undefined if it has none, as it then accepts no request. */
  #homeOf(taskArn: string | undefined): string | undefined {
    const { agents, ecs, sandboxes } = this.#world;
    if (taskArn === undefined || agents.sessionKeyOf(taskArn) === null) return undefined;
    const launched = parseStartedBy(ecs.startedByOf(taskArn));
    const row = launched && sandboxes.rows.get(keyOf(launched.ownerId, launched.sandboxId));
    const claim = row?.warm?.claimed_by;
    return (claim ? sandboxes.rows.get(keyOf(claim.owner_id, claim.sandbox_id)) : row)?.address_id;
  }

  /** A sandbox leaves the edge before its stop if its agent has a replaced session key. */
  #assertKept(row: Sandbox): void {
    const { phase, generation, address_id: id, task_arn: arn, public_address: address, session_rotates: rotates } = row;
    if (phase !== 'RUNNING' || rotates || address === null || this.#addresses.get(arn ?? '') !== address) return;
    const own = this.rows.names.get(nameRowId(id));
    const isKept = own?.state === 'held' && own.generation === generation && own.public_address === address;
    if (!isKept) this.broken.push(`kept: ${id} runs at ${address}, and its row is ${JSON.stringify(own)}`);
  }

  /** A key or port that ended must not come back by a worker that still has the row from before. */
  #assertNewest({ entry_id: id, row_version: version }: EdgeRow): void {
    const newest = this.#newest.get(id) ?? 0;
    if (version < newest) this.broken.push(`newest: ${id} came from version ${newest}, and comes from ${version} now`);
    this.#newest.set(id, version);
  }

  #compare(): void {
    this.#world.processes.start((around) => {
      const work = through(around, this.rows, ['live']);
      return compareEntries({
        store: this.unreliable.for(around),
        work: this.#faults.compared?.(work) ?? work,
        now: this.#world.clock.now,
      });
    });
  }

  #waiting(): EdgeRow[] {
    return [...this.rows.names.values()].filter(({ write }) => write !== undefined);
  }

  #newAddress(): string {
    this.#addressesMade += 1;
    return `198.51.100.${this.#addressesMade}`;
  }

  #newInstance(): Instance {
    const { clock, processes, random } = this.#world;
    const current: Around = (call, name) => instance.around(call, name);
    const writer = new EntryWriter({
      store: this.unreliable.for(current),
      work: through(current, this.rows),
      now: clock.now,
      random: () => random.below(1000) / 1000,
      pause: processes.sleep,
    });
    const instance: Instance = { around: (call) => call(), writer };
    return instance;
  }
}

function idOf({ entry_id: id }: EdgeRow): string {
  return addressIdOf(id) ?? '';
}

function stateOf(row: EdgeRow | undefined): EdgeState {
  if (row?.state !== 'held') return 'expected';
  if (row.overflow === true) return 'overflow';
  return row.written === undefined ? 'expected' : 'written';
}
