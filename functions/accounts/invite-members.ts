import { inviteMembers as endpoint } from '../../shared/contract/accounts/invitations.ts';
import { authorOf } from '../../shared/domain/accounts/audit/audit-journal.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { mailInvitation } from '../../shared/domain/accounts/invitations/invitation-mail.ts';
import { madeView } from '../../shared/domain/accounts/invitations/invitation-view.ts';
import { type InviteDeps, invite } from '../../shared/domain/accounts/invitations/invite.ts';
import { type StillAllowedDeps, unlessDisallowed } from '../../shared/domain/accounts/keys/still-allowed.ts';
import { requireRights, requireUnlimited } from '../../shared/domain/accounts/members/may-give.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import type { Mail } from '../../shared/platform/aws/mail.ts';
import { deploymentMail, inviteDeps, keyStore, memberChanges } from '../../shared/wiring/accounts.ts';

interface Deps extends InviteDeps, StillAllowedDeps {
  /** Undefined if the deployment sends no mail. */
  readonly mail: Mail | undefined;
}

/** Mail is sent once the invitations exist. Without it, their maker passes on the URLs. */
export const inviteMembers = implement(endpoint, async ({ params, body, caller, request }, deps: Deps) => {
  const { ownerId, keyId, keyName, person } = caller;
  requireOwnOrganization(params.org_id, ownerId);
  requireUnlimited(caller);
  requireRights(caller, body.role);
  const inviter = {
    id: person?.id ?? keyId,
    email: person?.email ?? null,
    name: person?.name ?? keyName,
    author: authorOf(caller, { ...request, endpoint }),
    conditions: unlessDisallowed(caller, deps),
  };
  const { made, failed } = await invite({ ownerId, ...body }, inviter, deps);
  const sent = await Promise.all(made.map((one) => mailInvitation(one, request.consoleUrl, deps.mail)));
  return {
    successful: made.map((one, at) => ({ ...madeView(one, request.consoleUrl), email_sent: sent[at] === true })),
    failed: [...failed],
    email_delivery_configured: deps.mail !== undefined,
  };
});

export const handler = serve(
  inviteMembers,
  (granted) => ({
    ...inviteDeps(granted),
    keys: keyStore(granted),
    changes: memberChanges(granted),
    mail: deploymentMail(),
  }),
  undefined,
  journaledAuditLog,
);
