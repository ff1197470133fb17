import { isJson, type Json } from '../../../../../../shared/presentation/events/json.ts';
import { executionStatusOf, latestStatus } from '../../../../../../shared/presentation/events/read-event.ts';
import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import { serviceClock } from '../../../../live/now.ts';
import { AnswerStream, type StreamedAnswer } from './answer-stream.ts';
import { EventLog } from './event-log.ts';
import type { History } from './history.ts';
import type { Connection } from './live-events.ts';

/** A snapshot of the events of a conversation. */
export interface FeedState {
  readonly events: readonly TimelineEvent[];
  readonly connection: Connection;
  /** The agent's status, by the newest event that has one. */
  readonly executionStatus: string | undefined;
  /** Before the first events have arrived. */
  readonly isLoading: boolean;
  readonly isLoadingOlder: boolean;
  readonly hasOlder: boolean;
  /** Why the last read of the history failed. */
  readonly error: unknown;
}

/** The maximum delay of deliveries to the service plus the clock difference, in milliseconds. */
const OVERLAP = 10_000;

/** How long events are collected in a tab in the background, in milliseconds. */
const HIDDEN_FRAME = 2_000;

/** Receives the event that replaces a streamed message. */
export type AnswerListener = (final: TimelineEvent, shown: StreamedAnswer) => void;

/** The events of a conversation from both sources: the history of the service, and the live connection. */
export class EventFeed {
  /** The message being written. */
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
  /** The agent's status; undefined while only the history has it. */
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

  /**
   * The time from which events can be missing; undefined if none is known. An event with a future time must not hide
   * current ones.
   */
  after(): string | undefined {
    const { newest } = this.#log;
    const now = serviceClock.now().toISOString();
    return newest && earlier(newest < now ? newest : now, OVERLAP);
  }

  /** Loads the part before the oldest event: the newest part at first. */
  readonly loadOlder = async (): Promise<void> => {
    if (this.#state.isLoadingOlder || this.#nextPage === null) return;
    await this.#loadBack(() => true);
  };

  /** Loads the events after the newest one. */
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

  /**
   * Loads older parts until an event is found.
   *
   * @returns false if the conversation has no event with this ID
   * @throws ApiProblem
   */
  async reveal(id: string, signal: AbortSignal): Promise<boolean> {
    if (this.#log.has(id)) return true;
    if ((await this.#history.one(id)) === undefined) return false;
    await this.#loadBack(() => this.#log.has(id) || signal.aborted);
    return true;
  }

  /** Adds a live event. The events between two frames are shown together. */
  readonly receive = (event: unknown): void => {
    if (!isJson(event)) return;
    this.#arrivals.push(event);
    if (this.#arrivals.length > 1) return;
    // A background tab has no frames.
    if (document.hidden) setTimeout(this.#flush, HIDDEN_FRAME);
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

  /** Loads several older parts and shows them together: rendering each would take longer. */
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
    // Deltas and the full state are not part of the history; the order of all events matters.
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

  /** Adds events that are newer than the loaded ones. */
  #add(events: readonly unknown[]): void {
    if (events.length === 0) return;
    const fresh = this.#log.add(events);
    if (latestStatus(fresh) !== undefined) this.#status = latestStatus(this.#log.events);
    const shown = this.answer.get();
    const final = this.answer.settle(fresh);
    if (final && shown) this.#onAnswer(final, shown);
  }

  /** Updates the state. A streamed message disappears when its final event appears. */
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

/** A time shifted into the past, in milliseconds. The service accepts times from 1970 on. */
function earlier(time: string, milliseconds: number): string {
  return new Date(Math.max(0, Date.parse(time) - milliseconds)).toISOString();
}
