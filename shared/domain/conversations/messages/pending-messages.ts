import { AppError } from '../../../platform/errors/errors.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import { MAX_QUEUED, type NewPendingMessage, type PendingMessage } from './pending-message.ts';

/** Messages that wait for their conversation to start, in the order in which they came. */
export interface PendingMessages {
  /**
   * Appends a message to the queue.
   *
   * @param claim makes further parts of the same transaction from the place in the queue; the races that they lose are
   * reported first
   * @returns its place in the queue, from 1.
   * @throws QueueFullError when the queue is full; VersionConflictError when other writers add to it at every try.
   */
  add(
    ownerId: string,
    conversationId: string,
    message: NewPendingMessage,
    claim?: (place: number) => Promise<readonly TransactionPart[]>,
  ): Promise<number>;
  /** The waiting messages, oldest first, without expired ones. */
  list(ownerId: string, conversationId: string): Promise<readonly PendingMessage[]>;
  /** Marks a message as on its way. @throws VersionConflictError when it is gone or another delivery has it */
  markSent(message: PendingMessage, at: string): Promise<PendingMessage>;
  /** Removes a message that the agent has. Removing it twice is fine. */
  remove(message: PendingMessage): Promise<void>;
}

/** The queue of a conversation holds no more. */
export class QueueFullError extends AppError {
  constructor(conversationId: string) {
    super(
      'message_queue_full',
      `${MAX_QUEUED} messages wait for conversation ${conversationId} already; send more when it is READY`,
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
  if (waiting.length >= MAX_QUEUED) throw new QueueFullError(conversationId);
  return { position: (waiting.at(-1)?.position ?? 0) + 1, before: waiting.length };
}
