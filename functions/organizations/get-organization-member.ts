import { getOrganizationMember as endpoint } from '../../shared/contract/organizations.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwnOrganization } from '../../shared/web-clients/organization.ts';

export const getOrganizationMember = implement(endpoint, async ({ params, caller: { ownerId } }) => ({
  org_id: requireOwnOrganization(params.org_id, ownerId),
  user_id: ownerId,
  email: '',
  role: 'owner' as const,
  status: 'active',
}));

export const handler = serve(getOrganizationMember, () => ({}));
