import type { Clock } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { addressIdOf, type EdgeRow } from './edge-row.ts';
import type { EdgeWork } from './edge-rows.ts';
import { type EdgeOutcome, type EdgeStore, MOST_CHANGES } from './edge-store.ts';

export interface WriteDeps {
  readonly store: EdgeStore;
  readonly work: EdgeWork;
  readonly now: Clock;
  readonly random: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** The least time between two updates by one instance, in milliseconds, so that a burst takes few of them. */
const GATHER = 1_000;

/** Pauses after a lost race or an unknown outcome double up to the longest, in milliseconds. */
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/** The longest pause while another writer has its turn, which takes about as long as a call, in milliseconds. */
const PAUSE_FOR_TURN = 200;

/** What became of a row: the store has it, lacks it, or has no room for it. */
type Settled = 'written' | 'left' | 'overflowed';

/**
 * Brings entries to the edge's store. Any number of writers can run at a time. Each knows the version of the store
 * before it reads the rows, and an update replaces only that version, so no older view of the rows ever replaces a
 * newer one. Once an update is accepted, no earlier one can be.
 */
export class EntryWriter {
  readonly #deps: WriteDeps;
  /** The version that the store last refused. Asking for the current one costs a call. */
  #refused: string | undefined;
  #updatedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: WriteDeps) {
    this.#deps = deps;
  }

  /**
   * Writes the entries of these sandboxes, by address id.
   *
   * @param until when it stops to begin another try
   * @returns the ids whose entries it could not write
   */
  async write(addressIds: readonly string[], until: Date): Promise<ReadonlySet<string>> {
    const { now, pause } = this.#deps;
    const wait = this.#updatedAt + GATHER - now().getTime();
    if (wait > 0) await pause(Math.min(wait, GATHER));
    const failed = new Set(addressIds);
    for (let at = 0; at < addressIds.length; at += MOST_CHANGES) {
      const chunk = addressIds.slice(at, at + MOST_CHANGES);
      if (!(await this.#writeChunk(chunk, until))) break;
      for (const id of chunk) failed.delete(id);
    }
    return failed;
  }

  /** @returns whether the store has these entries as their rows have them */
  async #writeChunk(addressIds: readonly string[], until: Date): Promise<boolean> {
    const { now, pause, random } = this.#deps;
    for (let tries = 0; ; ) {
      let outcome: 'done' | 'busy' | 'lost' = 'lost';
      try {
        outcome = await this.#attempt(addressIds);
        if (outcome === 'done') return true;
      } catch (error) {
        log.warn('the store at the edge was not written', { error });
      }
      const longest = outcome === 'busy' ? PAUSE_FOR_TURN : Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** tries);
      if (now().getTime() + longest >= until.getTime()) return false;
      await pause(outcome === 'busy' ? longest * (0.5 + random() / 2) : longest * random());
      if (outcome !== 'busy') tries += 1;
    }
  }

  /** @returns `busy` while another writer has its turn */
  async #attempt(addressIds: readonly string[]): Promise<'done' | 'busy' | 'lost'> {
    const { store, work } = this.#deps;
    const turn = await work.takeTurn();
    if (!turn) return 'busy';
    // In this order: an update of a version that another writer has replaced fails.
    const known = turn.version === this.#refused ? undefined : turn.version;
    const version = known ?? (await store.version());
    const rows = (await work.rows(addressIds)).filter(({ write }) => write !== undefined);
    if (rows.length === 0) {
      await work.endTurn();
      return 'done';
    }
    const outcome = await this.#update(version, rows);
    if (outcome.kind === 'changed') {
      this.#refused = version;
      await work.endTurn();
      return 'lost';
    }
    if (outcome.kind !== 'done') return (await this.#oneByOne(version, rows)) ? 'done' : 'lost';
    await Promise.all(rows.map((row) => this.#settle(row, row.state === 'held' ? 'written' : 'left')));
    return 'done';
  }

  /** The store refused all of them because of some. It still has the version from before the rows were read. */
  async #oneByOne(version: string, rows: readonly EdgeRow[]): Promise<boolean> {
    let current = version;
    for (const row of rows) {
      const { version: next, settled } = await this.#one(current, row);
      if (next === undefined) return false;
      current = next;
      if (settled) await this.#settle(row, settled);
    }
    return true;
  }

  /** @returns no version after a lost race; nothing settled when the store does not accept the entry */
  async #one(version: string, row: EdgeRow): Promise<{ version?: string; settled?: Settled }> {
    const outcome = row.state === 'held' ? await this.#update(version, [row]) : await this.#remove(version, row);
    if (outcome.kind === 'done')
      return { version: outcome.version, settled: row.state === 'held' ? 'written' : 'left' };
    if (outcome.kind === 'changed' || outcome.kind === 'absent') return {};
    const { owner_id, sandbox_id } = row;
    if (outcome.kind === 'refused') {
      log.error('the store at the edge refuses an entry', { owner_id, sandbox_id });
      return { version };
    }
    // An older entry of the sandbox must not stay.
    const removed = await this.#remove(version, row);
    return removed.kind === 'done' ? { version: removed.version, settled: 'overflowed' } : {};
  }

  /** Without an entry to delete, a new version of the store keeps earlier updates from bringing one. */
  async #remove(version: string, row: EdgeRow): Promise<EdgeOutcome> {
    const outcome = await this.#change(version, [], [keyOf(row)]);
    return outcome.kind === 'absent' ? this.#change(version, [], []) : outcome;
  }

  #update(version: string, rows: readonly EdgeRow[]): Promise<EdgeOutcome> {
    return this.#change(
      version,
      rows.filter(({ state }) => state === 'held'),
      rows.filter(({ state }) => state !== 'held').map(keyOf),
    );
  }

  async #change(version: string, held: readonly EdgeRow[], deletes: readonly string[]): Promise<EdgeOutcome> {
    const puts = held.map((row) => ({ key: keyOf(row), value: row.value ?? '' }));
    const outcome = await this.#deps.store.update(version, { puts, deletes });
    if (outcome.kind !== 'done') return outcome;
    await this.#deps.work.changed(outcome.version);
    this.#updatedAt = this.#deps.now().getTime();
    return outcome;
  }

  #settle(row: EdgeRow, settled: Settled): Promise<void> {
    const { work } = this.#deps;
    if (settled === 'written') return work.written(row);
    return settled === 'left' ? work.left(row) : work.overflowed(row);
  }
}

function keyOf({ entry_id: id }: EdgeRow): string {
  return addressIdOf(id) ?? '';
}
