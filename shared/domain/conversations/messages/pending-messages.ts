import * as z from 'zod';
import { SendMessageRequest } from '../../../contract/shapes/start-request.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';

/** How many messages may wait for a conversation. */
export const MAX_QUEUED = 10;

/** How long a message waits for its conversation, in days. After that, no user expects an answer. */
const KEPT_DAYS = 7;

/** A row of the pending-messages table: a user's message for an agent that was not there yet. */
export const PendingMessage = z.looseObject({
  owner_id: z.string(),
  conversation_id: z.string(),
  /** Its place in the queue, from 1; an empty queue starts anew. */
  position: z.int(),
  message_id: z.string(),
  content: SendMessageRequest.shape.content.unwrap(),
  created_at: z.string(),
  /** Since when the agent may have the message: a later delivery asks the agent before it sends the message again. */
  sent_at: z.string().nullable(),
  /** When it goes unread, in seconds since 1970. */
  expires_at: z.int(),
});
export type PendingMessage = z.infer<typeof PendingMessage>;

export type MessageContent = PendingMessage['content'];

/** A message that has no place yet. */
export type NewPendingMessage = Pick<PendingMessage, 'message_id' | 'content' | 'created_at' | 'expires_at'>;

export function newPendingMessage(content: MessageContent, now: Date): NewPendingMessage {
  return {
    message_id: newId(now),
    content,
    created_at: timestamp(now),
    expires_at: Math.floor(now.getTime() / 1000) + KEPT_DAYS * 24 * 60 * 60,
  };
}

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
      `Conversation ${conversationId} already has ${MAX_QUEUED} queued messages. Send more when it is READY.`,
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
