import { listOrganizationProfiles as endpoint } from '../../shared/contract/accounts/users.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { profileList } from '../../shared/domain/settings/profiles.ts';
import type { ReadDeps } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

/** An owner and their organization have the same profiles. */
export const listOrganizationProfiles = implement(endpoint, async ({ params, caller }, { settings }: ReadDeps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  return profileList(await settings.find(caller.ownerId));
});

export const handler = serve(listOrganizationProfiles, (granted) => ({ settings: settingsStore(granted) }));
