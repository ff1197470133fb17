import { updateOrganizationSettings as endpoint } from '../../shared/contract/settings/organization-settings.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { organizationSettingsView } from '../../shared/domain/settings/organization-settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { type StoreDeps, storeSettings } from '../../shared/domain/settings/update-settings.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { readAndStoreSettingsDeps } from '../../shared/wiring/settings.ts';

type Deps = ReadDeps & StoreDeps;

export const updateOrganizationSettings = implement(endpoint, async ({ params, body, caller, request }, deps: Deps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  await storeSettings(caller.ownerId, body, deps, request.revisions);
  const { view, version } = await readSettings(caller.ownerId, 'hidden', deps);
  return new Revised(organizationSettingsView(view), version);
});

export const handler = serve(updateOrganizationSettings, readAndStoreSettingsDeps);
