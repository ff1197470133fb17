import * as z from 'zod';
import type { MessageState } from '../../../contract/shapes/message-state.ts';
import { SendMessageRequest } from '../../../contract/shapes/start-request.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import type { MessageContent } from '../agent/message-content.ts';

/** Maximum number of waiting messages of a conversation. */
export const MAX_QUEUED = 10;

const KEPT_DAYS = 7;

/** How long a message is shown that was not delivered, and how many of them. */
const FAILED_DAYS = 1;
export const MAX_FAILED = 10;

/** A row of the pending-messages table: a user's message that an agent does not have yet, for all that is known. */
export const PendingMessage = z.looseObject({
  owner_id: z.string(),
  conversation_id: z.string(),
  /** The position in the queue. An empty queue starts at 1 again. */
  position: z.int(),
  message_id: z.string(),
  content: SendMessageRequest.shape.content.unwrap(),
  /** Whether the agent begins to work on it. */
  run: z.boolean(),
  created_at: z.string(),
  /** Since when the agent may have the message. Until the end of its generation, it is not sent again. */
  sent_at: z.string().nullable(),
  /** The generation of the sandbox that may have it. */
  sent_to: z.string().nullable(),
  /** The agent's newest user message before; null if there was none. */
  sent_after: z.string().nullable(),
  /** How often it was sent. */
  attempts: z.int(),
  /** Why it was not delivered, for the user. No worker sends it any more. */
  failed: z.string().nullable(),
  /** When the message expires, in seconds since 1970. */
  expires_at: z.int(),
});
export type PendingMessage = z.infer<typeof PendingMessage>;

/** A damaged message is removed in its turn: it can have lost its content. */
export const readPendingMessage = /* @__PURE__ */ rowReader('pending message', PendingMessage, {
  shown: ['created_at'],
  damaged: { expires_at: Number.MAX_SAFE_INTEGER },
});

/** A message without a position, or the first of a start: it goes before those that were queued meanwhile. */
export type NewPendingMessage = { readonly position?: 0 } & Pick<
  PendingMessage,
  | 'message_id'
  | 'content'
  | 'run'
  | 'created_at'
  | 'sent_at'
  | 'sent_to'
  | 'sent_after'
  | 'attempts'
  | 'failed'
  | 'expires_at'
>;

export function newPendingMessage(content: MessageContent, now: Date, run = true): NewPendingMessage {
  const message_id = newId(now);
  const unsent = { sent_at: null, sent_to: null, sent_after: null, attempts: 0, failed: null };
  return { message_id, content, run, created_at: timestamp(now), ...unsent, expires_at: inDays(KEPT_DAYS, now) };
}

/** The change of a message that is not delivered. @param failed why, and what to do */
export function failedMessage(failed: string, now: Date): Partial<PendingMessage> {
  return { failed, expires_at: inDays(FAILED_DAYS, now) };
}

function inDays(days: number, now: Date): number {
  return Math.floor(now.getTime() / 1000) + days * 24 * 60 * 60;
}

/** @param message undefined for a message that is no longer pending: its agent has it */
export function stateOf(message: PendingMessage | undefined): z.infer<typeof MessageState> {
  if (!message) return 'delivered';
  if (message.failed !== null) return 'not_delivered';
  return message.sent_at === null ? 'queued' : 'handed_over';
}

/** The queues of conversations, in order of arrival. */
export interface PendingMessages {
  /**
   * Appends a message to the queue.
   *
   * @param claim makes further parts of the same transaction from the number of messages; their lost races are reported
   * first
   * @returns the number of waiting messages, this one included
   * @throws QueueFullError; VersionConflictError when other writers add to the queue at each attempt.
   */
  add(
    ownerId: string,
    conversationId: string,
    message: NewPendingMessage,
    claim?: (place: number) => Promise<readonly TransactionPart[]>,
  ): Promise<number>;
  /** The parts of a transaction that append messages. @throws QueueFullError */
  parts(
    ownerId: string,
    conversationId: string,
    messages: readonly NewPendingMessage[],
  ): Promise<readonly TransactionPart[]>;
  /** The pending messages, oldest first, without expired ones, with those that were not delivered. */
  list(ownerId: string, conversationId: string): Promise<readonly PendingMessage[]>;
  /** Changes a message. @throws VersionConflictError when it is gone or was sent or failed since the read */
  change(message: PendingMessage, change: Partial<PendingMessage>): Promise<PendingMessage>;
  /** Removes a message that the agent has. Idempotent. */
  remove(message: PendingMessage): Promise<void>;
}

export class QueueFullError extends AppError {
  constructor(conversationId: string) {
    super(
      'message_queue_full',
      `Conversation ${conversationId} already has ${MAX_QUEUED} messages that its agent does not have yet. Try again later.`,
      { extensions: { retry_after_seconds: 5 } },
    );
    this.name = 'QueueFullError';
  }
}

/** The rows of new messages, and the number of messages before them. @throws QueueFullError */
export function appended(
  ownerId: string,
  conversationId: string,
  pending: readonly PendingMessage[],
  messages: readonly NewPendingMessage[],
): { readonly rows: readonly PendingMessage[]; readonly before: number } {
  const before = pending.filter(({ failed }) => failed === null).length;
  const isFirst = ({ position }: NewPendingMessage) => position === 0 && pending[0]?.position !== 0;
  if (!messages.every(isFirst) && before + messages.length > MAX_QUEUED) throw new QueueFullError(conversationId);
  const next = (pending.at(-1)?.position ?? 0) + 1;
  const ids = { owner_id: ownerId, conversation_id: conversationId };
  const placed = (message: NewPendingMessage, index: number) => (isFirst(message) ? 0 : next + index);
  return { rows: messages.map((message, index) => ({ ...message, ...ids, position: placed(message, index) })), before };
}
