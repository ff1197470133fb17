import type { Sandbox } from '../sandboxes/sandbox.ts';
import { isGone } from '../sandboxes/status.ts';
import type { Conversation } from './conversation.ts';

type Home = Pick<Conversation, 'sandbox_created_at'>;

/**
 * The sandbox of a conversation, when what was found under its id is still that one: an id that a caller chose may name another one by now, which the conversation
 * never used.
 *
 * @returns undefined when it is gone.
 */
export function sandboxOf({ sandbox_created_at: createdAt }: Home, found: Sandbox | undefined): Sandbox | undefined {
  if (isGone(found)) return undefined;
  return createdAt === null || createdAt === found.created_at ? found : undefined;
}
