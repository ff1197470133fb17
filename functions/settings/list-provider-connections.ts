import { listProviderConnections as endpoint } from '../../shared/contract/settings/provider-connections.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { shownConnection } from '../../shared/domain/settings/provider-connections.ts';
import type { ReadDeps } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const listProviderConnections = implement(endpoint, async ({ params, caller }, { settings }: ReadDeps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const stored = await settings.find(caller.ownerId);
  return { connections: (stored?.provider_connections ?? []).map(shownConnection) };
});

export const handler = serve(listProviderConnections, (granted) => ({ settings: settingsStore(granted) }));
