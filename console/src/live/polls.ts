import type { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { paceOf } from './pace.ts';
import { Presence } from './presence.ts';

/** Something that the page refreshes, such as a query. */
interface Poller {
  readonly isActive: () => boolean;
}

interface PollOptions {
  /** The shortest time between two refreshes while nothing is under way, in milliseconds. */
  readonly atLeast?: number | (() => number);
}

/** Decides when each thing of a page is refreshed, so that an unused tab sends few requests. */
export class Polls {
  readonly presence: Presence;
  readonly #now: () => number;
  readonly #pollers = new Set<Poller>();
  readonly #movingSince = new WeakMap<Poller, number>();
  #lastChange = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.presence = new Presence(now);
  }

  /** The reader changed something. */
  readonly noteChange = (): void => {
    this.#lastChange = this.#now();
  };

  /** Whether it is refreshed. */
  has(poller: Poller): boolean {
    return this.#pollers.has(poller);
  }

  /** Milliseconds until a poller is refreshed again. */
  next(poller: Poller, isMoving = false, atLeast = 0): number {
    for (const other of this.#pollers) if (!other.isActive()) this.#pollers.delete(other);
    this.#pollers.add(poller);
    if (!isMoving) this.#movingSince.delete(poller);
    else if (!this.#movingSince.has(poller)) this.#movingSince.set(poller, this.#now());
    const since = this.#movingSince.get(poller);
    return paceOf({
      sinceInput: this.presence.sinceInput,
      sinceChange: this.#now() - this.#lastChange,
      sinceMoving: since === undefined ? undefined : this.#now() - since,
      sharers: this.#pollers.size,
      atLeast,
    });
  }
}

/** The refreshes of this tab. */
export const polls = new Polls();

/** Data that is older than this is refreshed when the reader comes back, in milliseconds. */
const OLD = 10_000;

/** Refreshes what a page follows when the reader comes back to it. @returns a function that stops it */
export function followReader(queries: QueryClient): () => void {
  const stopWatch = polls.presence.watch(document);
  const stopReturns = polls.presence.onReturn(() => {
    const isOld = ({ state }: { readonly state: { readonly dataUpdatedAt: number } }) =>
      Date.now() - state.dataUpdatedAt > OLD;
    void queries.refetchQueries({ type: 'active', predicate: (query) => polls.has(query) && isOld(query) });
  });
  return () => {
    stopWatch();
    stopReturns();
  };
}

/** What a refresh depends on: a query of the cache fits. */
interface Polled<Data> extends Poller {
  readonly state: { readonly data: Data | undefined; readonly error: Error | null };
}

type Interval<Data> = (query: Polled<Data>) => number | false;

/** The `refetchInterval` of a query that follows the service. What does not exist is not requested again. */
export function live({ atLeast = 0 }: PollOptions = {}): Interval<unknown> {
  return (query) => !isAbsent(query.state.error) && polls.next(query, false, numberOf(atLeast));
}

/** The same, and often while something in the data is under way for which people wait. */
export function liveWhile<Data>(isMoving: (data: Data) => boolean, { atLeast = 0 }: PollOptions = {}): Interval<Data> {
  return (query) => {
    const { data, error } = query.state;
    return !isAbsent(error) && polls.next(query, data !== undefined && isMoving(data), numberOf(atLeast));
  };
}

/** The same for data that does not change once it has ended. */
export function liveUntil<Data>(hasEnded: (data: Data) => boolean): Interval<Data> {
  const moving = liveWhile<Data>((data) => !hasEnded(data));
  return (query) => (query.state.data !== undefined && hasEnded(query.state.data) ? false : moving(query));
}

const numberOf = (value: number | (() => number)): number => (typeof value === 'number' ? value : value());

/** Whether an error means that the requested resource does not exist. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}
