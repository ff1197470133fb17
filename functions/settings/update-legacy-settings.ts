import { updateLegacySettings as endpoint } from '../../shared/contract/settings/settings.ts';
import { type StoreDeps, storeSettings } from '../../shared/domain/settings/update-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { storeSettingsDeps } from '../../shared/wiring/settings.ts';

export const updateLegacySettings = implement(endpoint, async ({ body, caller }, deps: StoreDeps) => {
  await storeSettings(caller.ownerId, body, deps);
  return { message: 'Settings stored' as const };
});

export const handler = serve(updateLegacySettings, storeSettingsDeps);
