import { deleteOrganizationProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { withoutProfile } from '../../shared/domain/settings/profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const deleteOrganizationProfile = implement(endpoint, async ({ params, caller }, deps: ChangeDeps) => {
  const { org_id: orgId, name } = params;
  requireOwnOrganization(orgId, caller.ownerId);
  await changeSettings(caller.ownerId, deps, (current) => withoutProfile(current, name));
  return { name, message: `Profile '${name}' deleted` };
});

export const handler = serve(deleteOrganizationProfile, changeSettingsDeps);
