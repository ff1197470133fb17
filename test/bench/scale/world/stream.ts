import type { VirtualTime } from './virtual-time.ts';

export interface Changed {
  readonly ownerId: string;
  readonly sandboxId: string;
}

/** Until a change is in the hands of its function, in milliseconds. */
const DELAY = 150;

/** A new table has four partitions, and each is read by ten runs side by side. */
const LANES = 4 * 10;

const BATCH = 10;

/** As the event source mapping has it; the sweep looks at what fails each time. */
const RETRIES = 5;

/**
 * A table's stream: the changes of one row stay in order, and each lane has one batch at a time under
 * way. What fails in a batch is taken again.
 */
export class Stream {
  readonly #time: VirtualTime;
  readonly #take: (batch: readonly Changed[]) => Promise<readonly Changed[]>;
  readonly #lanes = Array.from({ length: LANES }, (): Changed[] => []);
  readonly #busy = new Set<number>();

  /** @param take returns what failed */
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
