import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { SendMessageRequest } from '../contract/start-request.ts';
import { newId } from '../ids.ts';

/** How many messages may wait for a conversation. */
export const MOST_QUEUED = 10;

/** How long a message waits for its conversation, in days; then nobody expects an answer any more. */
const KEPT_DAYS = 7;

/** A row of the pending-messages table: what a user said while the agent was not there yet. */
export const PendingMessage = z.looseObject({
  owner_id: z.string(),
  conversation_id: z.string(),
  /** Its place in the conversation's queue, from 1; places rise as long as anything waits, and start anew when nothing does. */
  position: z.int(),
  message_id: z.string(),
  content: SendMessageRequest.shape.content.unwrap(),
  created_at: z.string(),
  /** Since when it may have reached the agent: whoever finds this asks the agent before sending it again. */
  sent_at: z.string().nullable().default(null),
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
