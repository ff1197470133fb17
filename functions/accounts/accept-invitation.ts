import { acceptInvitation as endpoint } from '../../shared/contract/accounts/invitations.ts';
import { organizationRoleOf } from '../../shared/contract/shapes/member-role.ts';
import { type AcceptDeps, joinByInvitation } from '../../shared/domain/accounts/invitations/accept.ts';
import { organizationOf } from '../../shared/domain/accounts/organization.ts';
import type { DynamoOrganizationProfiles } from '../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { acceptDeps, organizationProfiles } from '../../shared/wiring/accounts.ts';

interface Deps extends AcceptDeps {
  readonly profiles: Pick<DynamoOrganizationProfiles, 'find'>;
}

export const acceptInvitation = implement(endpoint, async ({ body, caller: person, request }, deps: Deps) => {
  const { ownerId, role } = await joinByInvitation(body.token, person, { ...request, endpoint }, deps);
  const { name } = await deps.profiles.find(ownerId);
  return {
    success: true as const,
    org_id: organizationOf(ownerId),
    org_name: name,
    role: organizationRoleOf(role),
    access_role: role,
  };
});

export const handler = serve(acceptInvitation, (granted) => ({
  ...acceptDeps(granted),
  profiles: organizationProfiles(granted),
}));
