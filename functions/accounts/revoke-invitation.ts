import { revokeInvitation as endpoint } from '../../shared/contract/accounts/invitations.ts';
import { AuditJournal, authorOf } from '../../shared/domain/accounts/audit/audit-journal.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import type { DynamoInvitations } from '../../shared/domain/accounts/invitations/dynamo-invitations.ts';
import { type StillAllowedDeps, unlessDisallowed } from '../../shared/domain/accounts/keys/still-allowed.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { invitationStore, keyStore, memberChanges } from '../../shared/wiring/accounts.ts';

interface Deps extends StillAllowedDeps {
  readonly invitations: Pick<DynamoInvitations, 'revoke'>;
  readonly journal: Pick<AuditJournal, 'entry'>;
  readonly now: Clock;
}

export const revokeInvitation = implement(endpoint, async ({ params, caller, request }, deps: Deps) => {
  const { ownerId } = caller;
  const { org_id, invitation_id } = params;
  requireOwnOrganization(org_id, ownerId);
  const now = deps.now();
  const author = authorOf(caller, { ...request, endpoint });
  await deps.invitations.revoke(ownerId, invitation_id, now, [
    ...unlessDisallowed(caller, deps),
    deps.journal.entry('invitation.revoked', ownerId, { invitation_id }, author, now),
  ]);
});

export const handler = serve(
  revokeInvitation,
  (granted) => ({
    ...{ invitations: invitationStore(granted), keys: keyStore(granted), changes: memberChanges(granted) },
    ...{ journal: new AuditJournal(granted), now: systemClock },
  }),
  undefined,
  journaledAuditLog,
);
