import * as z from 'zod';
import { SendMessageRequest } from '../../../contract/shapes/start-request.ts';
import { timestamp } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';

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
