import { idOf, type KeptEvent, timeOf } from './history.ts';

/**
 * How far before the newest event a source is asked again, in milliseconds. Deliveries to the history lag, and an event
 * that took long to make has an early time.
 */
const OVERLAP = 600_000;
/** How many events are remembered: some 20 MB. */
const MOST_REMEMBERED = 100_000;

/** Which events have been shown. Sources overlap, so that none is lost; this sees that none is shown twice. */
export class SeenEvents {
  /** The times of what was shown by id, in the order in which it came. */
  readonly #times = new Map<string, number>();
  readonly #since: number;
  readonly #most: number;
  /** Nothing before that is asked for again, as it is no longer remembered. */
  #forgotten = Number.NEGATIVE_INFINITY;
  #newest = Number.NEGATIVE_INFINITY;
  #newestOfAgent = Number.NEGATIVE_INFINITY;

  /** @param since what is older is not wanted */
  constructor(since?: Date, most = MOST_REMEMBERED) {
    this.#since = since?.getTime() ?? Number.NEGATIVE_INFINITY;
    this.#most = most;
  }

  /** Whether it is wanted and new. From now on it is not. An event whose time cannot be read is shown. */
  isNew(event: KeptEvent): boolean {
    const [id, time] = [idOf(event), timeOf(event).getTime()];
    if (time < this.#since || this.#times.has(id)) return false;
    this.#times.set(id, time);
    this.#newest = Math.max(this.#newest, untilNow(time));
    if (this.#times.size > this.#most) this.#forgetFirst();
    return true;
  }

  /** Notes what the agent has sent: up to there nothing is missing, as it has all events. */
  hasFromAgent(event: KeptEvent): void {
    this.#newestOfAgent = Math.max(this.#newestOfAgent, untilNow(timeOf(event).getTime()));
  }

  /** From when on something may be missing, whatever the history had by then; undefined for the very beginning. */
  get certainUntil(): Date | undefined {
    return this.#from(this.#newestOfAgent - OVERLAP);
  }

  /** From when on a history is read that was read a moment ago. */
  get recent(): Date | undefined {
    return this.#from(this.#newest - OVERLAP);
  }

  #from(time: number): Date | undefined {
    const from = Math.max(time, this.#since, this.#forgotten);
    return Number.isFinite(from) ? new Date(from) : undefined;
  }

  #forgetFirst(): void {
    for (const [id, time] of this.#times) {
      this.#times.delete(id);
      // A millisecond later: what has just that time may be forgotten too.
      this.#forgotten = Math.max(this.#forgotten, untilNow(time) + 1);
      return;
    }
  }
}

/** An event of the future must not hide those of now; one without a time says nothing. */
function untilNow(time: number): number {
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : Math.min(time, Date.now());
}
