import { getOrganizationMember as endpoint } from '../../shared/contract/users.ts';
import { requireOwnOrganization } from '../../shared/domain/users/organization.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

export const getOrganizationMember = implement(endpoint, async ({ params, caller: { ownerId } }) => ({
  org_id: requireOwnOrganization(params.org_id, ownerId),
  user_id: ownerId,
  email: '',
  role: 'owner' as const,
  status: 'active',
}));

export const handler = serve(getOrganizationMember, () => ({}));
