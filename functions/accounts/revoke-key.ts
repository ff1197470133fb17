import { revokeKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import { authorOf } from '../../shared/domain/accounts/audit/audit-journal.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import {
  type RevokeKeysDeps,
  revokeCompromisedKey,
  revokeOwnKey,
} from '../../shared/domain/accounts/keys/change-keys.ts';
import type { KeyJournal } from '../../shared/domain/accounts/keys/key-journal.ts';
import { type RotateSeenDeps, rotateSeenKeys } from '../../shared/domain/sandboxes/intent/rotate-seen-keys.ts';
import { seesKeys } from '../../shared/domain/sandboxes/view/shown-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { revokeKeysDeps } from '../../shared/wiring/accounts.ts';
import { edgeEntries, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

interface Deps extends RevokeKeysDeps {
  readonly sandboxes: RotateSeenDeps['sandboxes'];
  readonly edge: RotateSeenDeps['edge'];
  readonly journal: Pick<KeyJournal, 'keyEvent' | 'entry'>;
}

const done = { message: 'API key deleted successfully' } as const;

export const revokeKey = implement(endpoint, async ({ params, query, caller, request }, deps: Deps) => {
  const { sandboxes, edge, journal, now } = deps;
  const { key_id } = params;
  const origin = { ...request, endpoint };
  if (!query.compromised) {
    await revokeOwnKey(key_id, { caller, request: origin }, deps);
    return done;
  }
  // First the key, so that it sees none of the new session keys.
  const { scopes, revokedAt } = await revokeCompromisedKey(key_id, { caller, request: origin }, deps);
  if (!seesKeys({ scopes })) return { ...done, session_keys: { rotated: 0, complete: true } };
  const audited = (sandbox_id: string) =>
    journal.entry('rotate-session-key', caller.ownerId, { sandbox_id, key_id }, authorOf(caller, origin), now());
  return { ...done, session_keys: await rotateSeenKeys(caller.ownerId, revokedAt, { sandboxes, edge, now, audited }) };
});

export const handler = serve(
  revokeKey,
  (granted) => ({ ...revokeKeysDeps(granted), sandboxes: sandboxWriter(granted), edge: edgeEntries(granted) }),
  undefined,
  journaledAuditLog,
);
