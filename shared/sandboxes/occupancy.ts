import { deleteRequested } from './intents.ts';
import { changed, type Sandbox } from './sandbox.ts';
import type { SandboxChange } from './sandbox-store.ts';

/** How many conversations use a sandbox. */

/** The change by which a conversation leaves its sandbox, which stays even when it was the last one. */
export function left(sandbox: Sandbox, now: Date): SandboxChange {
  return { previous: sandbox, next: changed(sandbox, now, { conversation_count: fewer(sandbox) }) };
}

/** The same when the conversation is deleted. Then a sandbox that was made for conversations goes with its last one. */
export function leftForGood(sandbox: Sandbox, now: Date): SandboxChange {
  const count = fewer(sandbox);
  if (count > 0 || !sandbox.created_for_conversation) return left(sandbox, now);
  return { previous: sandbox, next: { ...deleteRequested(sandbox, now), conversation_count: 0 } };
}

/** Rows from before conversations were counted have none. */
function fewer(sandbox: Sandbox): number {
  return Math.max(0, sandbox.conversation_count - 1);
}
