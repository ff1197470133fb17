import { findOrganizationMember as endpoint } from '../../shared/contract/accounts/users.ts';
import { memberOf, requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';

export const findOrganizationMember = implement(endpoint, async ({ params, caller }) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  if (params.user_id !== caller.ownerId) throw new NotFoundError('member', params.user_id);
  return memberOf(caller);
});

export const handler = serve(findOrganizationMember, () => ({}));
