import { activateProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { ownModel } from '../../shared/domain/settings/language-model.ts';
import { withActive } from '../../shared/domain/settings/profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const activateProfile = implement(endpoint, async ({ params: { name }, caller }, deps: ChangeDeps) => {
  const settings = await changeSettings(caller.ownerId, deps, (current) => withActive(current, name));
  return { name, message: `Switched to profile '${name}'`, model: ownModel(settings).model };
});

export const handler = serve(activateProfile, changeSettingsDeps);
