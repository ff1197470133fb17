import type { Part } from '../aws/transact.ts';
import { AppError } from '../errors.ts';
import { MOST_QUEUED, type NewPendingMessage, type PendingMessage } from './pending-message.ts';

/** Messages that wait for their conversation to start, in the order in which they came. */
export interface PendingMessages {
  /**
   * Puts a message behind all that wait.
   *
   * @param claim what is to be written in the same transaction, given the place in the queue; what it loses comes before all else
   * @returns its place in the queue, from 1.
   * @throws QueueFullError when as many wait as may; VersionConflictError when others add to it all the time.
   */
  add(
    ownerId: string,
    conversationId: string,
    message: NewPendingMessage,
    claim?: (place: number) => Promise<readonly Part[]>,
  ): Promise<number>;
  /** What waits, first come first. What has expired is not in it. */
  list(ownerId: string, conversationId: string): Promise<readonly PendingMessage[]>;
  /**
   * Says that a message is on its way to the agent.
   *
   * @throws VersionConflictError when it is gone, or on its way by somebody else.
   */
  markSent(message: PendingMessage, at: string): Promise<PendingMessage>;
  /** The agent has it. One that is gone already is fine. */
  remove(message: PendingMessage): Promise<void>;
}

/** The queue of a conversation holds no more. */
export class QueueFullError extends AppError {
  constructor(conversationId: string) {
    super(
      'message_queue_full',
      `${MOST_QUEUED} messages wait for conversation ${conversationId} already; send more when it is READY`,
      { extensions: { retry_after_seconds: 5 } },
    );
    this.name = 'QueueFullError';
  }
}

/** The place that a new message gets, and how many are before it. @throws QueueFullError */
export function placeBehind(
  conversationId: string,
  waiting: readonly Pick<PendingMessage, 'position'>[],
): { readonly position: number; readonly before: number } {
  if (waiting.length >= MOST_QUEUED) throw new QueueFullError(conversationId);
  return { position: (waiting.at(-1)?.position ?? 0) + 1, before: waiting.length };
}
