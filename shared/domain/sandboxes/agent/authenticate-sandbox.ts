import { timingSafeEqual } from 'node:crypto';
import { phaseFacts } from '../record/phases.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import { claimedSandbox, deliveryKeyHash, sessionKeyHash } from './keys.ts';

/** The sandbox that a request claims to come from. The claim is not verified: compare it, but do not trust it. */
export interface SandboxClaim {
  /** The header X-Session-API-Key. */
  readonly sessionKey: string | null;
  /** The header X-Delivery-Key. */
  readonly deliveryKey: string | null;
  /** The model key of a conversation, for endpoints with `modelKey`. */
  readonly modelKey?: string | null;
  /** The canonical sandbox id from the path; undefined when the path has none. */
  readonly pathSandboxId: string | undefined;
}

export interface SandboxAuthentication {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
}

/** The sandbox of a session key, whatever its status. A replaced key is not valid. */
export function authenticateSandbox(
  sessionKey: string | null,
  deps: SandboxAuthentication,
): Promise<Sandbox | undefined> {
  return authenticated(sessionKey, deps, (sandbox, key) => {
    const isOpen = !isGone(sandbox) && phaseFacts[sandbox.phase].sessionKey === 'everything';
    return isOpen && isSame(sessionKeyHash(sandbox, key), sandbox.session_key_hash);
  });
}

/**
 * The sandbox of an agent that delivers. Its delivery key is that of one generation, and is accepted until its task has
 * ended, even while the sandbox is being deleted. Clients have the session key, which delivers nothing.
 */
export async function authenticateDelivery(
  { deliveryKey }: Pick<SandboxClaim, 'deliveryKey'>,
  deps: SandboxAuthentication,
): Promise<Sandbox | undefined> {
  return authenticated(
    deliveryKey,
    deps,
    (sandbox, key) => canDeliver(sandbox) && isSame(deliveryKeyHash(sandbox, key), sandbox.delivery_key_hash),
  );
}

function canDeliver({ phase, task_arn: taskArn, task_ended_at: endedAt }: Sandbox): boolean {
  const { sessionKey } = phaseFacts[phase];
  return sessionKey === 'everything' || (sessionKey === 'deliveries' && taskArn !== null && endedAt === null);
}

async function authenticated(
  key: string | null,
  { sandboxes }: SandboxAuthentication,
  isValid: (sandbox: Sandbox, key: string) => boolean,
): Promise<Sandbox | undefined> {
  const claimed = key === null ? undefined : claimedSandbox(key);
  if (key === null || !claimed) return undefined;
  const sandbox = await sandboxes.find(claimed.ownerId, claimed.sandboxId);
  return sandbox && isValid(sandbox, key) ? sandbox : undefined;
}

/** Compares in constant time, so that the duration reveals nothing about the key. */
function isSame(given: string, right: string | null): boolean {
  if (right === null) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
