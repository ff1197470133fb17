import { getOrganization as endpoint } from '../../shared/contract/accounts/organizations.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import type { DynamoOrganizationProfiles } from '../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { organizationView } from '../../shared/domain/accounts/owners/organization-profile.ts';
import { organizationDetails } from '../../shared/domain/settings/organization-settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { organizationProfiles } from '../../shared/wiring/accounts.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

interface Deps extends ReadDeps {
  readonly profiles: Pick<DynamoOrganizationProfiles, 'find'>;
}

export const getOrganization = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const { ownerId } = caller;
  requireOwnOrganization(params.org_id, ownerId);
  const [profile, { view }] = await Promise.all([deps.profiles.find(ownerId), readSettings(ownerId, 'hidden', deps)]);
  const { revision } = profile;
  return new Revised(
    { ...organizationView(profile, caller), ...organizationDetails(view), org_version: revision },
    revision,
  );
});

export const handler = serve(getOrganization, (granted) => ({
  ...readSettingsDeps(granted),
  profiles: organizationProfiles(granted),
}));
