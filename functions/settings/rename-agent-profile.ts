import { renameAgentProfile as endpoint } from '../../shared/contract/settings/agent-profiles.ts';
import { withRenamedAgent } from '../../shared/domain/settings/agent-profiles.ts';
import { type ChangeDeps, changeSettings } from '../../shared/domain/settings/change-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSettingsDeps } from '../../shared/wiring/settings.ts';

export const renameAgentProfile = implement(endpoint, async ({ params: { name }, body, caller }, deps: ChangeDeps) => {
  const { new_name: newName } = body;
  await changeSettings(caller.ownerId, deps, (current) => withRenamedAgent(current, name, newName));
  return { name: newName, message: `Agent profile '${name}' renamed to '${newName}'` };
});

export const handler = serve(renameAgentProfile, changeSettingsDeps);
