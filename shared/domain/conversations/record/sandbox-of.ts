import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { isGone } from '../../sandboxes/record/status.ts';
import type { Conversation } from './conversation.ts';

type Home = Pick<Conversation, 'sandbox_created_at'>;

/** The conversation's sandbox; undefined when it is gone, also if a later one has its caller-chosen id. */
export function sandboxOf({ sandbox_created_at: createdAt }: Home, found: Sandbox | undefined): Sandbox | undefined {
  if (isGone(found)) return undefined;
  return createdAt === found.created_at ? found : undefined;
}

/** Whether it is in this very sandbox, which may be on its way out. */
export function isIn(
  { sandbox_id: id, created_at: createdAt }: Pick<Sandbox, 'sandbox_id' | 'created_at'>,
  conversation: Pick<Conversation, 'sandbox_id' | 'sandbox_created_at'>,
): boolean {
  return conversation.sandbox_id === id && conversation.sandbox_created_at === createdAt;
}
