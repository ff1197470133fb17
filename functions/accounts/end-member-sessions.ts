import { endMemberSessions as endpoint } from '../../shared/contract/accounts/members.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type ChangeMembersDeps, endSessionsOf } from '../../shared/domain/accounts/members/manage-members.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeMembersDeps } from '../../shared/wiring/accounts.ts';

export const endMemberSessions = implement(endpoint, async ({ params, caller, request }, deps: ChangeMembersDeps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  await endSessionsOf(params.user_id, { caller, request: { ...request, endpoint } }, deps);
  return { success: true as const };
});

export const handler = serve(endMemberSessions, changeMembersDeps, undefined, journaledAuditLog);
