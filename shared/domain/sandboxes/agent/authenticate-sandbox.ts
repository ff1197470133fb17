import { timingSafeEqual } from 'node:crypto';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import { claimedSandbox, type SandboxKeys } from './keys.ts';

/** What a request says of the sandbox that sends it. Nothing of it is validated: compare it, and trust none of it. */
export interface SandboxClaim {
  /** The header X-Session-API-Key. */
  readonly sessionKey: string | null;
  /** The sandbox id of the path in its canonical form; undefined where the path has none. */
  readonly pathSandboxId: string | undefined;
}

export interface SandboxAuthentication {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
}

/** The phases in which an agent may use the key of its generation. A stopping agent still delivers its last events. */
const holdsKey: ReadonlySet<Sandbox['phase']> = new Set(['BOOTING', 'RUNNING', 'STOPPING']);

/** The sandbox of a session key, whatever its status. A key of an ended generation is not valid. */
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

/** Compares in constant time, so that the duration reveals nothing of the key. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
