import { timingSafeEqual } from 'node:crypto';
import { claimedSandbox, type SandboxKeys } from './keys.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { isGone } from './status.ts';

export interface SandboxAuthentication {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
}

/** The phases in which an agent may hold the key of its generation. One that stops still delivers what it has to say. */
const holdsKey: ReadonlySet<Sandbox['phase']> = new Set(['BOOTING', 'RUNNING', 'STOPPING']);

/**
 * Finds the sandbox whose session key this is. The key of a generation dies with it: a resume makes another one, and once the task has ended there is nobody left
 * who could rightly hold it. Whoever serves running sandboxes only asks for the status besides.
 *
 * @returns undefined for what is no living key, whatever the reason.
 */
export async function authenticateSandbox(
  sessionKey: string | null,
  { sandboxes, keys }: SandboxAuthentication,
): Promise<Sandbox | undefined> {
  const claimed = sessionKey === null ? undefined : claimedSandbox(sessionKey);
  if (sessionKey === null || !claimed) return undefined;
  const sandbox = await sandboxes.find(claimed.ownerId, claimed.sandboxId);
  if (isGone(sandbox) || sandbox.key_id === null || !holdsKey.has(sandbox.phase)) return undefined;
  return isSame(sessionKey, await keys.sessionKey(sandbox)) ? sandbox : undefined;
}

/** In constant time, so that its length of work tells nothing of the key. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
