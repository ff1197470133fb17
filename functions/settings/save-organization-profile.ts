import { saveOrganizationProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { type SaveProfileDeps, saveProfile } from '../../shared/domain/settings/profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { saveProfileDeps } from '../../shared/wiring/settings.ts';

export const saveOrganizationProfile = implement(
  endpoint,
  async ({ params: { org_id: orgId, name }, body, caller }, deps: SaveProfileDeps) => {
    requireOwnOrganization(orgId, caller.ownerId);
    await saveProfile(caller.ownerId, name, body, deps);
    return { name, message: `Profile '${name}' saved` };
  },
);

export const handler = serve(saveOrganizationProfile, saveProfileDeps);
