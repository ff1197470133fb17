import { switchOrganization as endpoint } from '../../shared/contract/accounts/members.ts';
import { canonicalId } from '../../shared/contract/shapes/ids.ts';
import { organizationOf, requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import type { DynamoOrganizationProfiles } from '../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { organizationView } from '../../shared/domain/accounts/owners/organization-profile.ts';
import type { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import { type OwnMembershipsDeps, ownMemberships } from '../../shared/domain/accounts/people/own-memberships.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { memberChanges, organizationProfiles, ownMembershipsDeps } from '../../shared/wiring/accounts.ts';

interface Deps extends OwnMembershipsDeps {
  readonly changes: Pick<DynamoMembers, 'choose'>;
  readonly profiles: Pick<DynamoOrganizationProfiles, 'find'>;
}

/** An API key belongs to one organization: for it, nothing changes. */
export const switchOrganization = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const { changes, profiles } = deps;
  const memberships = await ownMemberships(caller, deps);
  if (memberships === undefined) {
    requireOwnOrganization(params.org_id, caller.ownerId);
    return organizationView(await profiles.find(caller.ownerId), caller);
  }
  const wanted = canonicalId(params.org_id);
  const owners = memberships.map(({ record }) => record.owner_id);
  const chosen = owners.find((id) => canonicalId(organizationOf(id)) === wanted);
  if (chosen === undefined) throw new NotFoundError('Organization', params.org_id);
  await changes.choose(caller.keyId, chosen, params.org_id);
  return organizationView(await profiles.find(chosen), caller);
});

export const handler = serve(switchOrganization, (granted) => ({
  ...ownMembershipsDeps(granted),
  changes: memberChanges(granted),
  profiles: organizationProfiles(granted),
}));
