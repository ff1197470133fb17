import { updateUserApp as endpoint } from '../../shared/contract/settings/organization-settings.ts';
import type { ChangeDeps } from '../../shared/domain/settings/change-settings.ts';
import { userAppView } from '../../shared/domain/settings/organization-settings.ts';
import { preferencesOf } from '../../shared/domain/settings/read-settings.ts';
import { storePreferences } from '../../shared/domain/settings/update-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const updateUserApp = implement(endpoint, async ({ body, caller: { ownerId } }, deps: ChangeDeps) =>
  userAppView(preferencesOf(await storePreferences(ownerId, body, deps))),
);

export const handler = serve(updateUserApp, changeSettingsDeps);
