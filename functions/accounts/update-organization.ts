import { updateOrganization as endpoint } from '../../shared/contract/accounts/organizations.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { changeProfile } from '../../shared/domain/accounts/owners/change-profile.ts';
import type { DynamoOrganizationProfiles } from '../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { organizationView } from '../../shared/domain/accounts/owners/organization-profile.ts';
import { organizationDetails } from '../../shared/domain/settings/organization-settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { organizationProfiles } from '../../shared/wiring/accounts.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

interface Deps extends ReadDeps {
  readonly profiles: Pick<DynamoOrganizationProfiles, 'find' | 'change'>;
  readonly now: Clock;
}

export const updateOrganization = implement(endpoint, async ({ params, body, caller, request }, deps: Deps) => {
  const { ownerId } = caller;
  requireOwnOrganization(params.org_id, ownerId);
  const { name, contact_name: contactName, contact_email: contactEmail } = body;
  const change = {
    name: name ?? undefined,
    contactName: contactName ?? undefined,
    contactEmail: contactEmail ?? undefined,
  };
  const profile = await changeProfile(caller, change, deps, request.revisions);
  const { view } = await readSettings(ownerId, 'hidden', deps);
  const { revision } = profile;
  return new Revised(
    { ...organizationView(profile, caller), ...organizationDetails(view), org_version: revision },
    revision,
  );
});

export const handler = serve(updateOrganization, (granted) => ({
  ...readSettingsDeps(granted),
  profiles: organizationProfiles(granted),
  now: systemClock,
}));
