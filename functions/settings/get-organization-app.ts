import { getOrganizationApp as endpoint } from '../../shared/contract/settings/organization-settings.ts';
import { requireNamedOrganization } from '../../shared/domain/accounts/organization.ts';
import { organizationAppView } from '../../shared/domain/settings/organization-settings.ts';
import { preferencesOf } from '../../shared/domain/settings/read-settings.ts';
import { type ReadDeps, settingsOf } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const getOrganizationApp = implement(endpoint, async ({ query, caller: { ownerId } }, deps: ReadDeps) => {
  requireNamedOrganization(query.org_id, ownerId);
  const stored = await settingsOf(ownerId, deps);
  return organizationAppView(preferencesOf(stored), stored.updated_at);
});

export const handler = serve(getOrganizationApp, (granted) => ({ settings: settingsStore(granted) }));
