import { isJson, type Json } from '../../../../../../shared/presentation/events/json.ts';
import { executionStatusOf, latestStatus } from '../../../../../../shared/presentation/events/read-event.ts';
import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import { LIVE } from '../../../../live/intervals.ts';
import { AnswerStream, type StreamedAnswer } from './answer-stream.ts';
import { EventLog } from './event-log.ts';
import type { History } from './history.ts';
import type { Connection } from './live-events.ts';

/** What is known of the events of a conversation at one moment. */
export interface FeedState {
  readonly events: readonly TimelineEvent[];
  readonly connection: Connection;
  /** What the agent does, by the newest event that says it. */
  readonly executionStatus: string | undefined;
  /** Before the first events have come. */
  readonly isLoading: boolean;
  readonly isLoadingOlder: boolean;
  readonly hasOlder: boolean;
  /** Why the history could not be read the last time. */
  readonly error: unknown;
}

/** How far a delivery to the service may be behind, and how far clocks of machines are apart, in milliseconds. */
const OVERLAP = 10_000;

/** Hears of the event that takes the place of an answer that was shown while it was written. */
export type AnswerListener = (final: TimelineEvent, shown: StreamedAnswer) => void;

/** The events of a conversation from both of their sources: what the service keeps, and what happens now. */
export class EventFeed {
  /** The answer that is being written. */
  readonly answer = new AnswerStream();
  readonly #history: History;
  readonly #onAnswer: AnswerListener;
  readonly #log = new EventLog();
  readonly #listeners = new Set<() => void>();
  #state: FeedState = {
    events: [],
    connection: 'history',
    executionStatus: undefined,
    isLoading: true,
    isLoadingOlder: false,
    hasOlder: false,
    error: null,
  };
  /** What the agent does; undefined while only the history says it. */
  #status: string | undefined;
  #nextPage: string | null | undefined;
  #arrivals: Json[] = [];

  constructor(history: History, onAnswer: AnswerListener = () => {}) {
    this.#history = history;
    this.#onAnswer = onAnswer;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): FeedState => this.#state;

  /** From when on events may be missing; undefined where none is known. An event of the future hides none of now. */
  after(): string | undefined {
    const { newest } = this.#log;
    const now = new Date().toISOString();
    return newest && earlier(newest < now ? newest : now, OVERLAP);
  }

  /** Loads the part before what is there: the newest part at first. */
  readonly loadOlder = async (): Promise<void> => {
    if (this.#state.isLoadingOlder || this.#nextPage === null) return;
    await this.#loadBack(() => true);
  };

  /** Loads what has happened since the newest event. */
  readonly loadNewer = async (): Promise<void> => {
    const after = this.after();
    if (after === undefined) {
      this.#nextPage = undefined;
      return await this.loadOlder();
    }
    try {
      for await (const events of this.#history.since(after)) this.#add(events);
      this.#show({ error: null });
    } catch (error) {
      this.#become({ error });
    }
  };

  /** Loads older parts until an event is there. @returns false when the conversation has none of this id @throws ApiProblem */
  async reveal(id: string, signal: AbortSignal): Promise<boolean> {
    if (this.#log.has(id)) return true;
    if ((await this.#history.one(id)) === undefined) return false;
    await this.#loadBack(() => this.#log.has(id) || signal.aborted);
    return true;
  }

  /** Takes an event that has just happened. What comes between two frames is shown at once. */
  readonly receive = (event: unknown): void => {
    if (!isJson(event)) return;
    this.#arrivals.push(event);
    if (this.#arrivals.length > 1) return;
    // A tab in the background has no frames.
    if (document.hidden) setTimeout(this.#flush, LIVE.fast);
    else requestAnimationFrame(this.#flush);
  };

  readonly setConnection = (connection: Connection): void => {
    if (connection === this.#state.connection) return;
    if (connection !== 'live') {
      this.#flush();
      this.answer.disconnect();
    }
    this.#show({ connection });
  };

  /** Loads one older part after the other, and shows them together: to draw each of them would take longer. */
  async #loadBack(isEnough: () => boolean): Promise<void> {
    this.#become({ isLoadingOlder: true });
    try {
      do {
        const { events, next } = await this.#history.older(this.#nextPage ?? undefined);
        this.#nextPage = next;
        this.#log.add(events);
      } while (!isEnough() && this.#nextPage !== null);
      this.#show({ isLoading: false, hasOlder: this.#nextPage !== null, error: null });
    } catch (error) {
      this.#show({ isLoading: false, error });
    } finally {
      this.#become({ isLoadingOlder: false });
    }
  }

  readonly #flush = (): void => {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    let events: Json[] = [];
    const addEvents = (): void => {
      this.#add(events);
      events = [];
    };
    // Neither pieces of an answer nor the whole state are part of the history; the order of all of them matters.
    for (const arrival of arrivals) {
      if (arrival.kind === 'StreamingDeltaEvent') {
        addEvents();
        this.answer.add(arrival);
      } else if (arrival.key === 'full_state') {
        addEvents();
        this.#status = executionStatusOf(arrival) ?? this.#status;
        this.answer.setStatus(this.#status);
      } else events.push(arrival);
    }
    addEvents();
    this.#show();
  };

  /** Takes events that are newer than those which are there. */
  #add(events: readonly unknown[]): void {
    if (events.length === 0) return;
    const fresh = this.#log.add(events);
    if (latestStatus(fresh) !== undefined) this.#status = latestStatus(this.#log.events);
    const shown = this.answer.get();
    const final = this.answer.settle(fresh);
    if (final && shown) this.#onAnswer(final, shown);
  }

  /** An answer in writing goes in the moment in which its final event comes. */
  #show(change: Partial<FeedState> = {}): void {
    this.answer.show();
    const { events } = this.#log;
    const executionStatus = this.#status ?? latestStatus(events);
    const isSame = events === this.#state.events && executionStatus === this.#state.executionStatus;
    if (!isSame || Object.keys(change).length > 0) this.#become({ events, executionStatus, ...change });
  }

  #become(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** The same time so many milliseconds earlier; the first that the service knows is of 1970. */
function earlier(time: string, milliseconds: number): string {
  return new Date(Math.max(0, Date.parse(time) - milliseconds)).toISOString();
}
