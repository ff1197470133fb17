import type { EdgeOutcome, EdgeStore } from '../../../../shared/domain/sandboxes/edge/edge-store.ts';
import type { MemoryEdgeRows } from '../memory-edge.ts';
import type { Around, Random } from './processes.ts';

/** A store whose updates are lost, come late, or do not answer. */
export class UnreliableEdgeStore {
  readonly #store: EdgeStore;
  readonly #random: Random;
  /** Called after each update. */
  readonly #updated: () => void;
  readonly #late: (() => Promise<unknown>)[] = [];
  isCalm = false;
  /** Every call fails, as while CloudFront's API is down. */
  isDown = false;

  constructor(store: EdgeStore, random: Random, updated: () => void) {
    this.#store = store;
    this.#random = random;
    this.#updated = updated;
  }

  /** Lets most turns of writers end at once: they only save calls, so writers that meet must do no harm. */
  disturbTurns(rows: MemoryEdgeRows): void {
    const takeTurn = rows.takeTurn.bind(rows);
    rows.takeTurn = async () => {
      if (!this.isCalm && this.#random.below(4) > 0) await rows.endTurn();
      return takeTurn();
    };
  }

  /** The store as a process calls it. */
  for(around: Around): EdgeStore {
    const store = this.#store;
    return {
      version: () => around(() => this.#unlessDown(() => store.version()), 'version'),
      entries: () => store.entries(),
      update: (version, changes) =>
        around(async () => {
          await this.#unlessDown(async () => undefined);
          const fate = this.isCalm ? 9 : this.#random.below(10);
          const made = async () => {
            const outcome = await store.update(version, changes);
            this.#updated();
            return outcome;
          };
          if (fate === 0) throw new Error('fetch failed');
          if (fate === 1) this.#late.push(made);
          const outcome: EdgeOutcome | undefined = fate === 1 ? undefined : await made();
          if (!outcome || fate === 2) throw new Error('fetch failed');
          return outcome;
        }, 'update'),
    };
  }

  async #unlessDown<T>(call: () => Promise<T>): Promise<T> {
    if (this.isDown && !this.isCalm) throw new Error('fetch failed');
    return call();
  }

  /** One of the late updates arrives. @returns whether there was one */
  letOneArrive(): boolean {
    if (this.#late.length === 0) return false;
    void this.#random.take(this.#late)?.();
    return true;
  }
}
