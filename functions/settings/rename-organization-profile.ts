import { renameOrganizationProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { withRenamed } from '../../shared/domain/settings/profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const renameOrganizationProfile = implement(endpoint, async ({ params, body, caller }, deps: ChangeDeps) => {
  const { org_id: orgId, name } = params;
  const { new_name: newName } = body;
  requireOwnOrganization(orgId, caller.ownerId);
  await changeSettings(caller.ownerId, deps, (current) => withRenamed(current, name, newName));
  return { name: newName, message: `Profile '${name}' renamed to '${newName}'` };
});

export const handler = serve(renameOrganizationProfile, changeSettingsDeps);
