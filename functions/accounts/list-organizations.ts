import { listOrganizations as endpoint } from '../../shared/contract/accounts/users.ts';
import { pageOf } from '../../shared/domain/accounts/members/list-members.ts';
import { organizationOf } from '../../shared/domain/accounts/organization.ts';
import type { DynamoOrganizationProfiles } from '../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { organizationView } from '../../shared/domain/accounts/owners/organization-profile.ts';
import { type OwnMembershipsDeps, ownMemberships } from '../../shared/domain/accounts/people/own-memberships.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { organizationProfiles, ownMembershipsDeps } from '../../shared/wiring/accounts.ts';

interface Deps extends OwnMembershipsDeps {
  readonly profiles: Pick<DynamoOrganizationProfiles, 'findMany'>;
}

export const listOrganizations = implement(endpoint, async ({ caller, query }, deps: Deps) => {
  const memberships = await ownMemberships(caller, deps);
  const owners = memberships?.map(({ record }) => record.owner_id) ?? [caller.ownerId];
  const { items, next_page_id } = pageOf(owners, query);
  const profiles = await deps.profiles.findMany(items);
  return {
    items: profiles.map((profile) => organizationView(profile, caller)),
    next_page_id,
    current_org_id: organizationOf(caller.ownerId),
  };
});

export const handler = serve(listOrganizations, (granted) => ({
  ...ownMembershipsDeps(granted),
  profiles: organizationProfiles(granted),
}));
