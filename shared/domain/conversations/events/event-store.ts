import type { Page } from '../../../platform/paging.ts';
import type { AgentEvent, EventLog } from './event.ts';

/** The conversation was deleted, so its events are not stored. */
export class ConversationDeletedError extends Error {
  override readonly name = 'ConversationDeletedError';
}

/** A filter for events. Times are UTC with microseconds; `from` is inclusive, `before` exclusive. */
export interface EventFilter {
  readonly kind?: string | undefined;
  /** Only these kinds, all of which the service knows. At least one. */
  readonly kinds?: readonly string[] | undefined;
  /** Kinds to leave out. */
  readonly without?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

export interface EventSearch extends EventFilter {
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly after: string | null;
  /** For a stream, which can return a picture of any size. By default a response could not hold the largest. */
  readonly isWhole?: true;
}

export interface EventTally {
  readonly total: number;
  /** Events that the agent's own history contains too. */
  readonly inAgentLog: number;
}

export type LogKey = Pick<EventLog, 'ownerId' | 'agentConversationId'>;

/** Stores every event once, however often it is delivered, with an exact count. */
export interface EventWriter {
  /**
   * Stores new events durably.
   *
   * @returns the number of new events.
   * @throws ConversationDeletedError; AppError `unavailable` when other writers change the history at each attempt.
   */
  append(log: EventLog, events: readonly AgentEvent[]): Promise<number>;
}

export interface EventReader {
  /** By time, then by arrival. A page can hold fewer events than `limit` when they are large. */
  search(log: LogKey, search: EventSearch): Promise<Page<AgentEvent>>;
  /** The position after `skip` events: null at the beginning, undefined if there are fewer. */
  seek(log: LogKey, skip: number, newestFirst: boolean): Promise<string | null | undefined>;
  count(log: LogKey, filter: EventFilter): Promise<number>;
  /** In no particular order, without unknown ids. @throws AppError `payload_too_large` */
  findMany(log: LogKey, ids: readonly string[]): Promise<readonly AgentEvent[]>;
  /** The ids that are not stored yet. */
  missing(log: LogKey, ids: readonly string[]): Promise<readonly string[]>;
  tally(log: LogKey): Promise<EventTally>;
}

export interface EventPurge {
  /** Removes the rows of a deleted conversation while `hasTime()`. @returns whether all are removed. */
  purge(log: LogKey, hasTime: () => boolean): Promise<boolean>;
}

/** Leases for work on a history that only one worker does at a time. */
export interface EventLeases {
  /** @returns false when another holder has the lease. */
  acquire(log: LogKey, purpose: LeasePurpose, holder: string, until: Date): Promise<boolean>;
  /** Has no effect on a lease that another holder has taken over. */
  release(log: LogKey, purpose: LeasePurpose, holder: string): Promise<void>;
}

export type LeasePurpose = 'backfill' | 'export' | 'title';
