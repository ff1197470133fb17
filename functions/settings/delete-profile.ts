import { deleteProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { withoutProfile } from '../../shared/domain/settings/profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const deleteProfile = implement(endpoint, async ({ params: { name }, caller, request }, deps: ChangeDeps) => {
  await changeSettings(caller.ownerId, deps, (current) => withoutProfile(current, name), request.revisions);
  return { name, message: `Profile '${name}' deleted` };
});

export const handler = serve(deleteProfile, changeSettingsDeps);
