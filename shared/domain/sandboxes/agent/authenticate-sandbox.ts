import { timingSafeEqual } from 'node:crypto';
import { phaseFacts } from '../record/phases.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import { claimedSandbox, sessionKeyHash } from './keys.ts';

/** The sandbox that a request claims to come from. The claim is not verified: compare it, but do not trust it. */
export interface SandboxClaim {
  /** The header X-Session-API-Key. */
  readonly sessionKey: string | null;
  /** The canonical sandbox id from the path; undefined when the path has none. */
  readonly pathSandboxId: string | undefined;
}

export interface SandboxAuthentication {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
}

/** The sandbox of a session key, whatever its status. A key of an ended generation is not valid. */
export function authenticateSandbox(
  sessionKey: string | null,
  deps: SandboxAuthentication,
): Promise<Sandbox | undefined> {
  return authenticated(
    sessionKey,
    (sandbox) => !isGone(sandbox) && phaseFacts[sandbox.phase].sessionKey === 'everything',
    deps,
  );
}

/**
 * The same for an agent's deliveries, which are accepted until its task has ended, even while the sandbox is being
 * deleted.
 */
export function authenticateDelivery(
  sessionKey: string | null,
  deps: SandboxAuthentication,
): Promise<Sandbox | undefined> {
  return authenticated(sessionKey, canDeliver, deps);
}

function canDeliver({ phase, task_arn: taskArn, task_ended_at: endedAt }: Sandbox): boolean {
  const { sessionKey } = phaseFacts[phase];
  return sessionKey === 'everything' || (sessionKey === 'deliveries' && taskArn !== null && endedAt === null);
}

async function authenticated(
  sessionKey: string | null,
  isValidIn: (sandbox: Sandbox) => boolean,
  { sandboxes }: SandboxAuthentication,
): Promise<Sandbox | undefined> {
  const claimed = sessionKey === null ? undefined : claimedSandbox(sessionKey);
  if (sessionKey === null || !claimed) return undefined;
  const sandbox = await sandboxes.find(claimed.ownerId, claimed.sandboxId);
  if (!sandbox || sandbox.session_key_hash === null || !isValidIn(sandbox)) return undefined;
  return isSame(sessionKeyHash(sandbox, sessionKey), sandbox.session_key_hash) ? sandbox : undefined;
}

/** Compares in constant time, so that the duration reveals nothing about the key. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
