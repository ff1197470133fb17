import { idOf, type KeptEvent, timeOf } from './history.ts';

/**
 * Milliseconds before the newest event from which a source is read again. Deliveries to the history lag, and an event
 * that took long to create has an early time.
 */
const OVERLAP = 600_000;
/** How many events are remembered, about 20 MB. */
const MOST_REMEMBERED = 100_000;

/** The events that were shown. Sources overlap so that no event is lost; this prevents repetitions. */
export class SeenEvents {
  /** The times of shown events by id, in order of arrival. */
  readonly #times = new Map<string, number>();
  readonly #since: number;
  readonly #most: number;
  /** Events up to this time are no longer remembered, so no source is read again before it. */
  #forgotten = Number.NEGATIVE_INFINITY;
  #newest = Number.NEGATIVE_INFINITY;
  #newestOfAgent = Number.NEGATIVE_INFINITY;

  /** @param since older events are not shown */
  constructor(since?: Date, most = MOST_REMEMBERED) {
    this.#since = since?.getTime() ?? Number.NEGATIVE_INFINITY;
    this.#most = most;
  }

  /** Whether to show the event; true only once. An event without a valid time is shown. */
  isNew(event: KeptEvent): boolean {
    const [id, time] = [idOf(event), timeOf(event).getTime()];
    if (time < this.#since || this.#times.has(id)) return false;
    this.#times.set(id, time);
    this.#newest = Math.max(this.#newest, untilNow(time));
    if (this.#times.size > this.#most) this.#forgetFirst();
    return true;
  }

  /** Records an event of the agent, which has every event: up to it none is missing. */
  hasFromAgent(event: KeptEvent): void {
    this.#newestOfAgent = Math.max(this.#newestOfAgent, untilNow(timeOf(event).getTime()));
  }

  /** The time from which events can be missing; undefined for the beginning. */
  get certainUntil(): Date | undefined {
    return this.#from(this.#newestOfAgent - OVERLAP);
  }

  /** The time from which a history is read that was read a moment ago. */
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
      // One millisecond later, as other events of the same time can be forgotten too.
      this.#forgotten = Math.max(this.#forgotten, untilNow(time) + 1);
      return;
    }
  }
}

/** A time in the future must not hide present events; an invalid time is ignored. */
function untilNow(time: number): number {
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : Math.min(time, Date.now());
}
