import type { Page } from '../../../platform/paging.ts';
import type { AgentEvent, EventLog } from './event.ts';

/** The conversation was deleted. Its events are not kept any more, and it does not come back by them. */
export class ConversationDeletedError extends Error {
  override readonly name = 'ConversationDeletedError';
}

/** Which events a search is after. Times are UTC with microseconds, inclusive below and exclusive above. */
export interface EventFilter {
  readonly kind?: string | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

export interface EventSearch extends EventFilter {
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly after: string | null;
}

/** How many events a conversation has. */
export interface EventTally {
  readonly total: number;
  /** Those of them that the agent's own history contains too. */
  readonly inAgentLog: number;
}

export type LogKey = Pick<EventLog, 'ownerId' | 'agentConversationId'>;

/** Keeps the histories of conversations: every event once, however often it comes, and counted exactly. */
export interface EventWriter {
  /**
   * Stores the events that are not there yet. When it returns, they are durable.
   *
   * @returns how many were new.
   * @throws ConversationDeletedError, AppError `unavailable` when other writers change the same history at every try.
   */
  append(log: EventLog, events: readonly AgentEvent[]): Promise<number>;
}

export interface EventReader {
  /** By time, then by arrival. A page may be short where events are long. */
  search(log: LogKey, search: EventSearch): Promise<Page<AgentEvent>>;
  /** The position behind `skip` events: null at the beginning, undefined where there are fewer. */
  seek(log: LogKey, skip: number, newestFirst: boolean): Promise<string | null | undefined>;
  count(log: LogKey, filter: EventFilter): Promise<number>;
  /** In no particular order; unknown ids are missing. @throws AppError `payload_too_large` */
  findMany(log: LogKey, ids: readonly string[]): Promise<readonly AgentEvent[]>;
  /** Which of these are not kept yet. */
  missing(log: LogKey, ids: readonly string[]): Promise<readonly string[]>;
  tally(log: LogKey): Promise<EventTally>;
}

export interface EventPurge {
  /** Removes the rows of a deleted conversation while `goesOn()`. @returns whether none is left. */
  purge(log: LogKey, goesOn: () => boolean): Promise<boolean>;
}

/** Leases for work on a history that only one holder may do at a time. */
export interface EventLeases {
  /** @returns whether the lease is ours until then; false when another holder has it. */
  acquire(log: LogKey, purpose: LeasePurpose, holder: string, until: Date): Promise<boolean>;
  /** A lease that is not ours any more stays as it is. */
  release(log: LogKey, purpose: LeasePurpose, holder: string): Promise<void>;
}

export type LeasePurpose = 'backfill' | 'export' | 'title';
