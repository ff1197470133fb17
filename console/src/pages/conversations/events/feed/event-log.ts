import { readEvent } from '../../../../../../shared/presentation/events/read-event.ts';
import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';

const BEGINNING = '0000-01-01T00:00:00.000000Z';

/** All events, each parsed once and kept once, ordered by time, from any source. */
export class EventLog {
  #events: readonly TimelineEvent[] = [];
  readonly #ids = new Set<string>();

  /** A new list after each change. */
  get events(): readonly TimelineEvent[] {
    return this.#events;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The time of the newest event. */
  get newest(): string | undefined {
    return this.#events.at(-1)?.at;
  }

  /** @param arrivals in the order in which they happened @returns the new ones */
  add(arrivals: readonly unknown[]): readonly TimelineEvent[] {
    const fresh: TimelineEvent[] = [];
    for (const arrival of arrivals) {
      const event = readEvent(arrival, fresh.at(-1)?.at ?? this.newest ?? BEGINNING);
      if (event === undefined || this.#ids.has(event.id)) continue;
      this.#ids.add(event.id);
      fresh.push(event);
    }
    if (fresh.length > 0) this.#events = merged(this.#events, fresh.toSorted(byTime));
    return fresh;
  }
}

const byTime = (one: TimelineEvent, other: TimelineEvent): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0;

/** Merges two ordered lists. Nearly always, one of them comes entirely before the other. */
function merged(known: readonly TimelineEvent[], fresh: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const [firstKnown, lastKnown, firstFresh, lastFresh] = [known[0], known.at(-1), fresh[0], fresh.at(-1)];
  if (!firstKnown || !lastKnown || !firstFresh || !lastFresh) return fresh;
  if (firstFresh.at >= lastKnown.at) return [...known, ...fresh];
  if (lastFresh.at <= firstKnown.at) return [...fresh, ...known];
  return [...known, ...fresh].sort(byTime);
}
