import { deleteAgentProfile as endpoint } from '../../shared/contract/settings/agent-profiles.ts';
import { withoutAgentProfile } from '../../shared/domain/settings/agent-profiles.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const deleteAgentProfile = implement(endpoint, async ({ params: { name }, caller }, deps: ChangeDeps) => {
  await changeSettings(caller.ownerId, deps, (current) => withoutAgentProfile(current, name));
  return { name, message: `Agent profile '${name}' deleted` };
});

export const handler = serve(deleteAgentProfile, changeSettingsDeps);
