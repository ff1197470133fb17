import { LegacyAction, LegacySaying, LegacyStateChange } from '../../../contract/shapes/legacy-event.ts';
import type { MessageContent } from './pending-message.ts';

/** A user's request in an event of the legacy protocol. */
export type AgentRequest =
  | { readonly kind: 'say'; readonly content: MessageContent }
  | { readonly kind: 'run' | 'pause' }
  | { readonly kind: 'confirm'; readonly accept: boolean };

/** @throws ZodError when it is not an event that a user may send, which the contract refuses. */
export function readLegacyEvent(event: unknown): AgentRequest {
  const message = LegacyAction.safeParse(event).data?.args ?? LegacySaying.safeParse(event).data;
  if (message) return { kind: 'say', content: contentOf(message.content, message.image_urls ?? []) };
  const state = LegacyStateChange.parse(event).args.agent_state;
  switch (state) {
    case 'running':
      return { kind: 'run' };
    case 'paused':
    case 'stopped':
      return { kind: 'pause' };
    case 'user_confirmed':
    case 'user_rejected':
      return { kind: 'confirm', accept: state === 'user_confirmed' };
  }
}

function contentOf(content: string, imageUrls: readonly string[]): MessageContent {
  return [
    ...(content === '' ? [] : [{ type: 'text' as const, text: content, cache_prompt: false }]),
    ...(imageUrls.length === 0 ? [] : [{ type: 'image' as const, image_urls: [...imageUrls], cache_prompt: false }]),
  ];
}
