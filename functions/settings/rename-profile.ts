import { renameProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { withRenamed } from '../../shared/domain/settings/profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const renameProfile = implement(endpoint, async ({ params: { name }, body, caller }, deps: ChangeDeps) => {
  const { new_name: newName } = body;
  await changeSettings(caller.ownerId, deps, (current) => withRenamed(current, name, newName));
  return { name: newName, message: `Profile '${name}' renamed to '${newName}'` };
});

export const handler = serve(renameProfile, changeSettingsDeps);
