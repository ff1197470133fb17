import { listOrganizationProfiles as endpoint } from '../../shared/contract/organizations.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { requireOwnOrganization } from '../../shared/web-clients/organization.ts';

export const listOrganizationProfiles = implement(endpoint, async ({ params, caller: { ownerId } }) => {
  requireOwnOrganization(params.org_id, ownerId);
  return { profiles: [], active_profile: null };
});

export const handler = serve(listOrganizationProfiles, () => ({}));
