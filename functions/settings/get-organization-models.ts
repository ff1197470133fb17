import { getOrganizationModels as endpoint } from '../../shared/contract/settings/organization-settings.ts';
import { requireNamedOrganization } from '../../shared/domain/accounts/organization.ts';
import { organizationSettingsView } from '../../shared/domain/settings/organization-settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

export const getOrganizationModels = implement(endpoint, async ({ query, caller }, deps: ReadDeps) => {
  requireNamedOrganization(query.org_id, caller.ownerId);
  const { view } = await readSettings(caller.ownerId, 'hidden', deps);
  return organizationSettingsView(view);
});

export const handler = serve(getOrganizationModels, readSettingsDeps);
