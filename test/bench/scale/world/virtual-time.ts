import { SettableClock } from '../../../support/platform/settable-clock.ts';

interface Timer {
  readonly at: number;
  readonly made: number;
  readonly ring: () => void;
}

/** Simulated time, which passes only when all work waits for it. */
export class VirtualTime {
  readonly clock = new SettableClock();
  /** A binary heap, the next timer first. */
  readonly #timers: Timer[] = [];
  #now = this.clock.now().getTime();
  #made = 0;

  get milliseconds(): number {
    return this.#now;
  }

  readonly pause = (milliseconds: number): Promise<void> =>
    new Promise((ring) => {
      this.#made += 1;
      this.#push({ at: this.#now + Math.max(0, Math.round(milliseconds)), made: this.#made, ring });
    });

  /** @throws when no timer is left, or at the time `latest`, before `isOver` */
  async runUntil(isOver: () => boolean, latest: number): Promise<void> {
    await settled();
    while (!isOver()) {
      const next = this.#timers[0];
      if (!next || next.at > latest)
        throw new Error(`No timer is left, or time ran out, at ${this.clock.now().toISOString()}.`);
      this.#now = next.at;
      this.clock.set(new Date(next.at).toISOString());
      for (let due = this.#timers[0]; due && due.at <= next.at; due = this.#timers[0]) {
        this.#pop();
        due.ring();
      }
      await settled();
    }
  }

  pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    return this.runUntil(() => this.#now >= end, end + 10_000);
  }

  #push(timer: Timer): void {
    const heap = this.#timers;
    heap.push(timer);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[parent])) return;
      swap(heap, at, parent);
      at = parent;
    }
  }

  #pop(): void {
    const heap = this.#timers;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = isBefore(heap[right], heap[left]) ? right : left;
      if (!isBefore(heap[child], heap[at])) return;
      swap(heap, at, child);
      at = child;
    }
  }
}

function isBefore(a: Timer | undefined, b: Timer | undefined): boolean {
  if (!a) return false;
  return !b || a.at < b.at || (a.at === b.at && a.made < b.made);
}

function swap(heap: Timer[], a: number, b: number): void {
  const [first, second] = [heap[a], heap[b]];
  if (!first || !second) return;
  heap[a] = second;
  heap[b] = first;
}

/** Waits for all work that needs no simulated time. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
