import { getOrganizationSettings as endpoint } from '../../shared/contract/settings/organization-settings.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { organizationSettingsView } from '../../shared/domain/settings/organization-settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

export const getOrganizationSettings = implement(endpoint, async ({ params, caller }, deps: ReadDeps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const { view, version } = await readSettings(caller.ownerId, 'hidden', deps);
  return new Revised(organizationSettingsView(view), version);
});

export const handler = serve(getOrganizationSettings, readSettingsDeps);
