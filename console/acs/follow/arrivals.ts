import { isKept, type KeptEvent, timeOf } from './history.ts';

interface Held {
  readonly event: KeptEvent;
  readonly time: number;
  readonly until: number;
}

/**
 * The events of one connection, in order. An agent sends new events while it resends older ones, so the first events
 * are ordered by time, each held until no older one has come for a moment. Once none is held, the agent's order is
 * right.
 */
export class Arrivals {
  readonly #hold: number;
  #held: Held[] = [];
  #ready: KeptEvent[] = [];
  #isSettled = false;

  /** @param hold in milliseconds */
  constructor(hold: number) {
    this.#hold = hold;
  }

  add(event: KeptEvent, now: number): void {
    if (this.#isSettled || !isKept(event)) {
      this.#ready.push(event);
      return;
    }
    const last = this.#held.at(-1);
    const own = timeOf(event).getTime();
    const time = Number.isNaN(own) ? (last?.time ?? Number.NEGATIVE_INFINITY) : own;
    const place = this.#held.findLastIndex((one) => one.time <= time) + 1;
    this.#held.splice(place, 0, { event, time, until: now + this.#hold });
  }

  /** Takes the events that can be shown. @param isOver whether the connection has ended, so that none is held */
  take(now: number, isOver = false): readonly KeptEvent[] {
    const kept = isOver ? -1 : this.#held.findIndex(({ until }) => until > now);
    const due = this.#held.splice(0, kept < 0 ? this.#held.length : kept).map(({ event }) => event);
    if (due.length > 0 && this.#held.length === 0) this.#isSettled = true;
    const taken = [...due, ...this.#ready];
    this.#ready = [];
    return taken;
  }

  /** Milliseconds until an event is due; undefined if none is held. */
  nextIn(now: number): number | undefined {
    const [first] = this.#held;
    if (this.#ready.length > 0) return 0;
    return first && Math.max(0, first.until - now);
  }
}
