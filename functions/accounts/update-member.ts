import { updateMember as endpoint } from '../../shared/contract/accounts/members.ts';
import { journaledAuditLog } from '../../shared/domain/accounts/audit/journaled-audit-log.ts';
import { type ChangeRolesDeps, changeMember } from '../../shared/domain/accounts/members/manage-members.ts';
import { memberView } from '../../shared/domain/accounts/members/member-view.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeRolesDeps } from '../../shared/wiring/accounts.ts';

export const updateMember = implement(endpoint, async ({ params, body, caller, request }, deps: ChangeRolesDeps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const order = { caller, request: { ...request, endpoint } };
  return memberView(await changeMember(params.user_id, body, order, deps));
});

export const handler = serve(updateMember, changeRolesDeps, undefined, journaledAuditLog);
