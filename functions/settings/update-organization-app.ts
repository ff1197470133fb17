import { updateOrganizationApp as endpoint } from '../../shared/contract/settings/organization-settings.ts';
import { requireNamedOrganization } from '../../shared/domain/accounts/organization.ts';
import type { ChangeDeps } from '../../shared/domain/settings/change-settings.ts';
import { organizationAppView } from '../../shared/domain/settings/organization-settings.ts';
import { preferencesOf } from '../../shared/domain/settings/read-settings.ts';
import { settingsOf } from '../../shared/domain/settings/settings-store.ts';
import { storePreferences } from '../../shared/domain/settings/update-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError, PreconditionFailedError } from '../../shared/platform/errors.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const updateOrganizationApp = implement(endpoint, async ({ query, body, caller }, deps: ChangeDeps) => {
  const { ownerId } = caller;
  requireNamedOrganization(query.org_id, ownerId);
  const { last_known_updated_at: known } = body;
  const revisions = known ? [await versionOf(ownerId, known, deps)] : undefined;
  const stored = await storePreferences(ownerId, body, deps, revisions).catch((error: unknown) => {
    // Only with `last_known_updated_at`, for a change after the read.
    throw error instanceof PreconditionFailedError ? changed() : error;
  });
  return organizationAppView(preferencesOf(stored), stored.updated_at);
});

/** The version of the settings that changed last at this time. @throws AppError `conflict` */
async function versionOf(ownerId: string, known: string, deps: ChangeDeps): Promise<number> {
  const { updated_at: at, version } = await settingsOf(ownerId, deps);
  if (at !== known) throw changed();
  return version;
}

function changed(): AppError {
  return new AppError('conflict', 'The settings have changed since `last_known_updated_at`. Read them again.');
}

export const handler = serve(updateOrganizationApp, changeSettingsDeps);
