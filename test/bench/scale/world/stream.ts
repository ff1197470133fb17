import type { VirtualTime } from './virtual-time.ts';

/** Delay until a function receives a change, in milliseconds. */
const DELAY = 150;

/** The partitions of a new table. */
const PARTITIONS = 4;

/** The retries of the event source mapping. Sweeps handle changes that always fail. */
const RETRIES = 5;

interface Mapping<T> {
  /** The runs of one partition at a time, and the most changes of a run. */
  readonly parallel: number;
  readonly batchSize: number;
  readonly keyOf: (change: T) => string;
  /** @returns the failed changes of a batch, which are retried */
  readonly take: (batch: readonly T[]) => Promise<readonly T[]>;
}

/** The stream of a table. The changes of a row stay in order, and each lane runs one batch at a time. */
export class Stream<T> {
  readonly #time: VirtualTime;
  readonly #mapping: Mapping<T>;
  readonly #lanes: readonly T[][];
  readonly #busy = new Set<number>();

  constructor(time: VirtualTime, mapping: Mapping<T>) {
    this.#time = time;
    this.#mapping = mapping;
    this.#lanes = Array.from({ length: PARTITIONS * mapping.parallel }, () => []);
  }

  add(change: T): void {
    const lane = hashOf(this.#mapping.keyOf(change)) % this.#lanes.length;
    this.#lanes[lane]?.push(change);
    if (this.#busy.has(lane)) return;
    this.#busy.add(lane);
    void this.#work(lane);
  }

  async #work(lane: number): Promise<void> {
    const waiting = this.#lanes[lane] ?? [];
    await this.#time.pause(DELAY);
    while (waiting.length > 0) {
      let batch: readonly T[] = waiting.splice(0, this.#mapping.batchSize);
      for (let tries = 0; tries <= RETRIES && batch.length > 0; tries += 1) {
        batch = await this.#mapping.take(batch);
        if (batch.length > 0) await this.#time.pause(DELAY * 2 ** tries);
      }
    }
    this.#busy.delete(lane);
  }
}

function hashOf(text: string): number {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) >>> 0;
  return hash;
}
