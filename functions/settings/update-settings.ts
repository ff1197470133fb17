import { updateSettings as endpoint } from '../../shared/contract/settings/settings.ts';
import { type StoreDeps, storeSettings } from '../../shared/domain/settings/update-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { storeSettingsDeps } from '../../shared/wiring/settings.ts';

export const updateSettings = implement(endpoint, async ({ body, caller, request }, deps: StoreDeps) => {
  await storeSettings(caller.ownerId, body, deps, request.revisions);
  return { message: 'Settings stored' as const };
});

export const handler = serve(updateSettings, storeSettingsDeps);
