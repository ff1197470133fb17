import { getOrganizationMember as endpoint } from '../../shared/contract/accounts/users.ts';
import { memberOf, requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const getOrganizationMember = implement(endpoint, async ({ params, caller }) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  return memberOf(caller);
});

export const handler = serve(getOrganizationMember, () => ({}));
