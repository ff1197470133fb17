import { removeMember as endpoint } from '../../shared/contract/accounts/members.ts';
import { authorOf } from '../../shared/domain/accounts/audit/audit-journal.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import {
  type ManageOrder,
  type RemoveDeps,
  removeMemberOf,
} from '../../shared/domain/accounts/members/manage-members.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import {
  type RotatedKeys,
  type RotateSeenDeps,
  rotateSeenKeys,
} from '../../shared/domain/sandboxes/intent/rotate-seen-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { badField } from '../../shared/platform/errors.ts';
import { removeMemberDeps } from '../../shared/wiring/accounts.ts';
import { edgeEntries, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

interface Deps extends RemoveDeps {
  readonly sandboxes: RotateSeenDeps['sandboxes'];
  readonly edge: RotateSeenDeps['edge'];
}

/** A request that marked keys for longer leaves the session keys to the next one, in milliseconds. */
const LONGEST = 8_000;

export const removeMember = implement(endpoint, async ({ params, query, caller, request }, deps: Deps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const rotates = query.session_keys === 'rotate';
  if (rotates && query.keys !== 'revoke') {
    throw badField(['query', 'session_keys'], 'Send keys=revoke too: keys that stay valid see the new session keys.');
  }
  const order = { caller, request: { ...request, endpoint } };
  const latest = deps.now().getTime() + LONGEST;
  const keys = await removeMemberOf(params.user_id, query.keys, order, deps);
  const isLate = keys?.complete !== true || deps.now().getTime() > latest;
  const rest = isLate ? { rotated: 0, complete: false } : undefined;
  const session_keys = rotates ? (rest ?? (await rotateSeenBy(params.user_id, order, deps))) : null;
  return { message: 'Member removed' as const, keys, session_keys };
});

/** Rotates what the member could see until their keys ended. */
async function rotateSeenBy(
  user_id: string,
  { caller, request }: ManageOrder,
  { members, sandboxes, edge, journal, now }: Deps,
): Promise<RotatedKeys> {
  const { ownerId } = caller;
  const until = (await members.find(ownerId, user_id))?.keys_ended_at;
  // Someone has invited the member again.
  if (until === undefined) return { rotated: 0, complete: true };
  const audited = (sandbox_id: string) =>
    journal.entry('rotate-session-key', ownerId, { sandbox_id, user_id }, authorOf(caller, request), now());
  return rotateSeenKeys(ownerId, until, { sandboxes, edge, now, audited });
}

export const handler = serve(
  removeMember,
  (granted) => ({ ...removeMemberDeps(granted), sandboxes: sandboxWriter(granted), edge: edgeEntries(granted) }),
  undefined,
  journaledAuditLog,
);
