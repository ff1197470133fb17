import { listInvitations as endpoint } from '../../shared/contract/accounts/invitations.ts';
import type { DynamoInvitations } from '../../shared/domain/accounts/invitations/dynamo-invitations.ts';
import { isPending } from '../../shared/domain/accounts/invitations/invitation.ts';
import { invitationView } from '../../shared/domain/accounts/invitations/invitation-view.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { deploymentMail, invitationStore } from '../../shared/wiring/accounts.ts';

/** Concurrent requests can exceed the limit by a few. */
const MOST = 200;

interface Deps {
  readonly invitations: Pick<DynamoInvitations, 'ofOwner'>;
  readonly sendsMail: boolean;
  readonly now: Clock;
}

export const listInvitations = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const now = deps.now();
  const pending = (await deps.invitations.ofOwner(caller.ownerId)).filter((one) => isPending(one, now));
  const newest = pending.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, MOST);
  return {
    items: newest.map(invitationView),
    email_delivery_configured: deps.sendsMail,
    auto_add_enabled: false,
  };
});

export const handler = serve(listInvitations, (granted) => ({
  invitations: invitationStore(granted),
  sendsMail: deploymentMail() !== undefined,
  now: systemClock,
}));
