import { activateOrganizationProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { getProfile, shownModel, withActive } from '../../shared/domain/settings/profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const activateOrganizationProfile = implement(endpoint, async ({ params, caller }, deps: ChangeDeps) => {
  const { org_id: orgId, name } = params;
  requireOwnOrganization(orgId, caller.ownerId);
  const settings = await changeSettings(caller.ownerId, deps, (current) => withActive(current, name));
  return { name, message: `Switched to profile '${name}'`, llm: shownModel(getProfile(settings, name).llm) };
});

export const handler = serve(activateOrganizationProfile, changeSettingsDeps);
