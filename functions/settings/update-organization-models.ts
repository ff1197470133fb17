import { updateOrganizationModels as endpoint } from '../../shared/contract/settings/organization-settings.ts';
import { requireNamedOrganization } from '../../shared/domain/accounts/organization.ts';
import { organizationSettingsView } from '../../shared/domain/settings/organization-settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { type StoreDeps, storeSettings } from '../../shared/domain/settings/update-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { readAndStoreSettingsDeps } from '../../shared/wiring/settings.ts';

type Deps = ReadDeps & StoreDeps;

export const updateOrganizationModels = implement(endpoint, async ({ query, body, caller }, deps: Deps) => {
  requireNamedOrganization(query.org_id, caller.ownerId);
  await storeSettings(caller.ownerId, body, deps);
  const { view } = await readSettings(caller.ownerId, 'hidden', deps);
  return organizationSettingsView(view);
});

export const handler = serve(updateOrganizationModels, readAndStoreSettingsDeps);
