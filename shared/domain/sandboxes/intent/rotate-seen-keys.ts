import type { Clock } from '../../../platform/clock.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import type { EdgeEntries } from '../edge/edge-entries.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import { changeIntent, rotationRequested } from './intents.ts';
import { canBeReachedByOldKey, leaveWithOldKey } from './leave-edge.ts';

export interface RotateSeenDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'list' | 'save'>;
  /** At once, no address leads to an agent with an old session key. */
  readonly edge: Pick<EdgeEntries, 'leave'>;
  readonly now: Clock;
  /** The part of a rotation's transaction that adds it to the audit log. */
  readonly audited: (sandboxId: string) => TransactionPart;
}

export interface RotatedKeys {
  /** The number of sandboxes that this request changed. */
  readonly rotated: number;
  /** Whether all session keys that could be seen are invalid. If not, a repeated request goes on. */
  readonly complete: boolean;
}

const PAGE = 100;
const PARALLEL = 8;

/** How long a request rotates keys, in milliseconds: API Gateway waits 29 seconds. */
const LONGEST = 15_000;

/**
 * Rotates all session keys that an API key of the owner could see until it was revoked. What an earlier request has
 * rotated stays as it is, so a repetition restarts no sandbox again, but it asks the edge again.
 *
 * @param until when the API key was revoked
 */
export async function rotateSeenKeys(ownerId: string, until: string, deps: RotateSeenDeps): Promise<RotatedKeys> {
  const end = deps.now().getTime() + LONGEST;
  let [rotated, complete] = [0, true];
  let after: string | null = null;
  do {
    const page = await deps.sandboxes.list(ownerId, PAGE, after, { createdBefore: until });
    const seen = page.items.filter((sandbox) => isSeen(sandbox, until) || canBeReachedByOldKey(sandbox));
    for (let at = 0; at < seen.length; at += PARALLEL) {
      if (deps.now().getTime() >= end) return { rotated, complete: false };
      const outcomes = await Promise.all(seen.slice(at, at + PARALLEL).map((sandbox) => rotate(sandbox, until, deps)));
      rotated += outcomes.filter(({ isRotated }) => isRotated).length;
      complete &&= outcomes.every(({ isDone }) => isDone);
    }
    after = page.next;
  } while (after !== null && deps.now().getTime() < end);
  return { rotated, complete: complete && after === null };
}

/** Whether its session key could be seen until then. A key that the next generation gets could not. */
function isSeen({ session_rotates: rotates, session_rotated_at: rotatedAt }: Sandbox, until: string): boolean {
  return !rotates && (rotatedAt === null || rotatedAt <= until);
}

/** A failure must not keep the other sandboxes from their rotation. */
async function rotate(
  { owner_id: ownerId, sandbox_id: sandboxId }: Sandbox,
  until: string,
  { sandboxes, edge, now, audited }: RotateSeenDeps,
): Promise<{ readonly isRotated: boolean; readonly isDone: boolean }> {
  let isRotated = false;
  try {
    await changeIntent(ownerId, sandboxId, sandboxes, async (previous) => {
      // An earlier request can have crashed before it asked the edge.
      if (!isSeen(previous, until)) return leaveWithOldKey(previous, edge);
      const next = rotationRequested(previous, now());
      await sandboxes.save([{ previous, next }], undefined, [audited(sandboxId)]);
      isRotated = true;
      await leaveWithOldKey(next, edge);
    });
  } catch (error) {
    // Deleted sandboxes have no keys.
    if (error instanceof NotFoundError) return { isRotated, isDone: true };
    log.error('session key not rotated', { owner_id: ownerId, sandbox_id: sandboxId, error });
    return { isRotated, isDone: false };
  }
  return { isRotated, isDone: true };
}
