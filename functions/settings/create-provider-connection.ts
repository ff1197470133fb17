import { randomUUID } from 'node:crypto';
import { createProviderConnection as endpoint } from '../../shared/contract/settings/provider-connections.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { shownConnection, withConnection } from '../../shared/domain/settings/provider-connections.ts';
import { SETTINGS_PURPOSE } from '../../shared/domain/settings/settings-store.ts';
import type { StoreDeps } from '../../shared/domain/settings/update-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { epochSeconds } from '../../shared/platform/clock.ts';
import { storeSettingsDeps } from '../../shared/wiring/settings.ts';

type Deps = Omit<StoreDeps, 'vault'> & { readonly vault: Pick<StoreDeps['vault'], 'seal'> };

export const createProviderConnection = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const { ownerId } = caller;
  requireOwnOrganization(params.org_id, ownerId);
  const at = epochSeconds(deps.now());
  const connection = {
    id: randomUUID(),
    display_name: body.display_name,
    provider: body.provider,
    base_url: body.base_url ?? null,
    created_at: at,
    updated_at: at,
    api_key: await deps.vault.seal(ownerId, SETTINGS_PURPOSE, body.api_key),
  };
  await changeSettings(ownerId, deps, (current) => withConnection(current, connection));
  return shownConnection(connection);
});

export const handler = serve(createProviderConnection, storeSettingsDeps);
