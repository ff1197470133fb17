import type { VirtualTime } from './virtual-time.ts';

export interface Changed {
  readonly ownerId: string;
  readonly sandboxId: string;
}

/** Delay until a function receives a change, in milliseconds. */
const DELAY = 150;

/** A new table has four partitions, each with ten concurrent runs. */
const LANES = 4 * 10;

const BATCH = 10;

/** The retries of the event source mapping. Sweeps handle changes that always fail. */
const RETRIES = 5;

/** The stream of a table. The changes of a row stay in order, and each lane runs one batch at a time. */
export class Stream {
  readonly #time: VirtualTime;
  readonly #take: (batch: readonly Changed[]) => Promise<readonly Changed[]>;
  readonly #lanes = Array.from({ length: LANES }, (): Changed[] => []);
  readonly #busy = new Set<number>();

  /** @param take returns the failed changes of a batch, which are retried */
  constructor(time: VirtualTime, take: (batch: readonly Changed[]) => Promise<readonly Changed[]>) {
    this.#time = time;
    this.#take = take;
  }

  add(change: Changed): void {
    const lane = hashOf(change.sandboxId) % LANES;
    this.#lanes[lane]?.push(change);
    if (this.#busy.has(lane)) return;
    this.#busy.add(lane);
    void this.#work(lane);
  }

  async #work(lane: number): Promise<void> {
    const waiting = this.#lanes[lane] ?? [];
    await this.#time.pause(DELAY);
    while (waiting.length > 0) {
      let batch: readonly Changed[] = waiting.splice(0, BATCH);
      for (let tries = 0; tries <= RETRIES && batch.length > 0; tries += 1) {
        batch = await this.#take(batch);
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
