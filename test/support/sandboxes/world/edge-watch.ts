import { PROPAGATION } from '../../../../shared/domain/sandboxes/edge/edge-row.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';
import type { MemoryEdgeStore } from '../memory-edge.ts';

/** What the edge could have had at a time. */
interface Snapshot {
  readonly values: ReadonlyMap<string, string>;
  /** When the store had the next one, in milliseconds. */
  until: number;
}

/** The states of the store that a location of the edge can have now: each of the last ten seconds. */
export class EdgeWatch {
  readonly #store: MemoryEdgeStore;
  readonly #now: Clock;
  #snapshots: Snapshot[] = [];

  constructor(store: MemoryEdgeStore, now: Clock) {
    this.#store = store;
    this.#now = now;
  }

  /** Records the state of the store. @returns the entries that the edge can have, by address id, as addresses */
  look(): readonly (readonly [addressId: string, publicAddress: string])[] {
    const now = this.#now().getTime();
    const last = this.#snapshots.at(-1);
    if (!last || !isSame(last.values, this.#store.values)) {
      if (last) last.until = now;
      this.#snapshots.push({ values: new Map(this.#store.values), until: Number.POSITIVE_INFINITY });
    }
    this.#snapshots = this.#snapshots.filter(({ until }) => until + PROPAGATION > now);
    return this.#snapshots.flatMap(({ values }) => [...values].map(([id, value]) => [id, addressIn(value)] as const));
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

function addressIn(value: string): string {
  return (JSON.parse(value) as { a: string }).a;
}
