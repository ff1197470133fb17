import { updateProviderConnection as endpoint } from '../../shared/contract/settings/provider-connections.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { changeSettings } from '../../shared/domain/settings/change-settings.ts';
import {
  requireConnection,
  shownConnection,
  withChangedConnection,
} from '../../shared/domain/settings/provider-connections.ts';
import { SETTINGS_PURPOSE } from '../../shared/domain/settings/settings-store.ts';
import type { StoreDeps } from '../../shared/domain/settings/update-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { epochSeconds } from '../../shared/platform/clock.ts';
import { storeSettingsDeps } from '../../shared/wiring/settings.ts';

type Deps = Omit<StoreDeps, 'vault'> & { readonly vault: Pick<StoreDeps['vault'], 'seal'> };

export const updateProviderConnection = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const { org_id: orgId, connection_id: id } = params;
  const { ownerId } = caller;
  requireOwnOrganization(orgId, ownerId);
  const { display_name: name, provider, base_url: address, api_key: key } = body;
  const change = {
    ...(name === undefined ? {} : { display_name: name }),
    ...(provider === undefined ? {} : { provider }),
    ...(address === undefined ? {} : { base_url: address }),
    ...(key === undefined ? {} : { api_key: await deps.vault.seal(ownerId, SETTINGS_PURPOSE, key) }),
    updated_at: epochSeconds(deps.now()),
  };
  const settings = await changeSettings(ownerId, deps, (current) => withChangedConnection(current, id, change));
  return shownConnection(requireConnection(settings, id));
});

export const handler = serve(updateProviderConnection, storeSettingsDeps);
