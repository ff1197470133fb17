import { serviceClock } from '../service-clock.ts';
import { idOf, type KeptEvent, timeOf } from './history.ts';

/**
 * How far before the newest event a source is read again, in milliseconds. Deliveries to the history lag, and events
 * that took long to create have early times.
 */
const OVERLAP = 600_000;
/** How many events are remembered, about 20 MB. */
const MOST_REMEMBERED = 100_000;

/** The events that were shown. Sources overlap so that no event is lost; this class removes duplicates. */
export class SeenEvents {
  /** The times of shown events by id, in order of arrival. */
  readonly #times = new Map<string, number>();
  readonly #since: number;
  readonly #most: number;
  /** Events up to this time are forgotten, so no source is read from an earlier time. */
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

  /** Records an event of the agent, which sends every event: no earlier one is missing. */
  hasFromAgent(event: KeptEvent): void {
    this.#newestOfAgent = Math.max(this.#newestOfAgent, untilNow(timeOf(event).getTime()));
  }

  /** The time from which events can be missing; undefined if any can be. */
  get certainUntil(): Date | undefined {
    return this.#from(this.#newestOfAgent - OVERLAP);
  }

  /** The time from which to read a history again shortly after the last read. */
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
      // One millisecond later: other events of the same time can be forgotten too.
      this.#forgotten = Math.max(this.#forgotten, untilNow(time) + 1);
      return;
    }
  }
}

/** A time in the future must not hide present events; an invalid time is ignored. */
function untilNow(time: number): number {
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : Math.min(time, serviceClock.now().getTime());
}
