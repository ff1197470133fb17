import * as z from 'zod';
import { SendMessageRequest } from '../../../contract/shapes/start-request.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';

/** Maximum number of waiting messages of a conversation. */
export const MAX_QUEUED = 10;

const KEPT_DAYS = 7;

/** A row of the pending-messages table: a user's message for an agent that was not running yet. */
export const PendingMessage = z.looseObject({
  owner_id: z.string(),
  conversation_id: z.string(),
  /** The position in the queue. An empty queue starts at 1 again. */
  position: z.int(),
  message_id: z.string(),
  content: SendMessageRequest.shape.content.unwrap(),
  created_at: z.string(),
  /** Since when the agent may have the message. A later run asks the agent before it sends it again. */
  sent_at: z.string().nullable(),
  /** When the message expires, in seconds since 1970. */
  expires_at: z.int(),
});
export type PendingMessage = z.infer<typeof PendingMessage>;

/** A damaged message is removed in its turn: it can have lost its content. */
export const readPendingMessage = /* @__PURE__ */ rowReader('pending message', PendingMessage, {
  shown: ['created_at'],
  damaged: { expires_at: Number.MAX_SAFE_INTEGER },
});

export type MessageContent = PendingMessage['content'];

/** A message without a position. */
export type NewPendingMessage = Pick<PendingMessage, 'message_id' | 'content' | 'created_at' | 'expires_at'>;

export function newPendingMessage(content: MessageContent, now: Date): NewPendingMessage {
  return {
    message_id: newId(now),
    content,
    created_at: timestamp(now),
    expires_at: Math.floor(now.getTime() / 1000) + KEPT_DAYS * 24 * 60 * 60,
  };
}

/** Messages that wait for their conversation to start, in order of arrival. */
export interface PendingMessages {
  /**
   * Appends a message to the queue.
   *
   * @param claim makes further parts of the same transaction from the number of messages; their lost races are reported
   * first
   * @returns the number of waiting messages, this one included.
   * @throws QueueFullError; VersionConflictError when other writers add to the queue at each attempt.
   */
  add(
    ownerId: string,
    conversationId: string,
    message: NewPendingMessage,
    claim?: (place: number) => Promise<readonly TransactionPart[]>,
  ): Promise<number>;
  /** The waiting messages, oldest first, without expired ones. */
  list(ownerId: string, conversationId: string): Promise<readonly PendingMessage[]>;
  /** Marks a message as being sent. @throws VersionConflictError when it is gone or another run has marked it */
  markSent(message: PendingMessage, at: string): Promise<PendingMessage>;
  /** Removes a message that the agent has. Idempotent. */
  remove(message: PendingMessage): Promise<void>;
}

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

/** The position of a new message, and the number of messages before it. @throws QueueFullError */
export function positionAfter(
  conversationId: string,
  waiting: readonly Pick<PendingMessage, 'position'>[],
): { readonly position: number; readonly before: number } {
  if (waiting.length >= MAX_QUEUED) throw new QueueFullError(conversationId);
  return { position: (waiting.at(-1)?.position ?? 0) + 1, before: waiting.length };
}
