import * as z from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import type { MessageContent } from './pending-message.ts';

/** A user's request in an event of the legacy protocol. */
export type AgentRequest =
  | { readonly kind: 'say'; readonly content: MessageContent }
  | { readonly kind: 'run' | 'pause' }
  | { readonly kind: 'confirm'; readonly accept: boolean };

const text = z.string().max(200_000);
const images = z.array(text).max(100).nullish();

const Message = z.object({
  action: z.literal('message'),
  args: z.object({ content: text, image_urls: images }),
});
const SourcedMessage = z.object({ source: z.literal('user'), content: text, image_urls: images });
const StateChange = z.object({
  action: z.literal('change_agent_state'),
  args: z.object({
    agent_state: z.enum(['running', 'paused', 'stopped', 'user_confirmed', 'user_rejected']),
  }),
});

/** @throws AppError `malformed_request` when it is not an event that a user may send. */
export function readLegacyEvent(event: unknown): AgentRequest {
  const message = Message.safeParse(event).data?.args ?? SourcedMessage.safeParse(event).data;
  if (message) return { kind: 'say', content: contentOf(message.content, message.image_urls ?? []) };
  const state = StateChange.safeParse(event).data?.args.agent_state;
  switch (state) {
    case 'running':
      return { kind: 'run' };
    case 'paused':
    case 'stopped':
      return { kind: 'pause' };
    case 'user_confirmed':
    case 'user_rejected':
      return { kind: 'confirm', accept: state === 'user_confirmed' };
    case undefined:
      throw new AppError(
        'malformed_request',
        "body: this is no event that a user sends: a message (action 'message' with args.content), or action 'change_agent_state'",
      );
  }
}

function contentOf(content: string, imageUrls: readonly string[]): MessageContent {
  if (content === '' && imageUrls.length === 0)
    throw new AppError('malformed_request', 'body.args.content: a message says something');
  return [
    ...(content === '' ? [] : [{ type: 'text' as const, text: content, cache_prompt: false }]),
    ...(imageUrls.length === 0 ? [] : [{ type: 'image' as const, image_urls: [...imageUrls], cache_prompt: false }]),
  ];
}
