import { changed, type Sandbox } from '../record/sandbox.ts';
import type { SandboxChange } from '../store/sandbox-store.ts';
import { deleteRequested } from './intents.ts';

/** How many conversations use a sandbox. */

/** The change by which a conversation leaves its sandbox, which stays even when it was the last one. */
export function detachConversation(sandbox: Sandbox, now: Date): SandboxChange {
  return { previous: sandbox, next: changed(sandbox, now, { conversation_count: fewer(sandbox) }) };
}

/** The same when the conversation is deleted. Then a sandbox that was made for conversations goes with its last one. */
export function detachAndDelete(sandbox: Sandbox, now: Date): SandboxChange {
  const count = fewer(sandbox);
  if (count > 0 || !sandbox.created_for_conversation) return detachConversation(sandbox, now);
  return { previous: sandbox, next: { ...deleteRequested(sandbox, now), conversation_count: 0 } };
}

/** A count never falls below zero. */
function fewer(sandbox: Sandbox): number {
  return Math.max(0, sandbox.conversation_count - 1);
}
