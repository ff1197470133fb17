import { deleteProviderConnection as endpoint } from '../../shared/contract/settings/provider-connections.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import {
  requireConnection,
  shownConnection,
  withoutConnection,
} from '../../shared/domain/settings/provider-connections.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const deleteProviderConnection = implement(endpoint, async ({ params, caller }, deps: ChangeDeps) => {
  const { org_id: orgId, connection_id: id } = params;
  requireOwnOrganization(orgId, caller.ownerId);
  let gone: ReturnType<typeof shownConnection> | undefined;
  await changeSettings(caller.ownerId, deps, (current) => {
    gone = shownConnection(requireConnection(current, id));
    return withoutConnection(current, id);
  });
  if (!gone) throw new Error('The deleted connection was not read.');
  return { ...gone, api_key_set: false };
});

export const handler = serve(deleteProviderConnection, changeSettingsDeps);
