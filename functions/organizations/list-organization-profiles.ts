import { listOrganizationProfiles as endpoint } from '../../shared/contract/organizations.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { summaryOf } from '../../shared/settings/profiles.ts';
import type { SettingsStore } from '../../shared/settings/settings-store.ts';
import { requireOwnOrganization } from '../../shared/web-clients/organization.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

interface Deps {
  readonly settings: Pick<SettingsStore, 'find'>;
}

/** An owner and their organization have the same profiles. */
export const listOrganizationProfiles = implement(endpoint, async ({ params, caller }, { settings }: Deps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const stored = await settings.find(caller.ownerId);
  return { profiles: (stored?.profiles ?? []).map(summaryOf), active_profile: stored?.active_profile ?? null };
});

export const handler = serve(listOrganizationProfiles, () => ({ settings: settingsStore() }));
