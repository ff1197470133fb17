import { activateAgentProfile as endpoint } from '../../shared/contract/settings/agent-profiles.ts';
import { withActiveAgent } from '../../shared/domain/settings/agent-profiles.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const activateAgentProfile = implement(endpoint, async ({ params: { name: id }, caller }, deps: ChangeDeps) => {
  await changeSettings(caller.ownerId, deps, (current) => withActiveAgent(current, id));
  return { id, message: `Agent profile '${id}' activated`, agent_settings_applied: false as const };
});

export const handler = serve(activateAgentProfile, changeSettingsDeps);
