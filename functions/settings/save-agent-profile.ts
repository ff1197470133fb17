import { saveAgentProfile as endpoint } from '../../shared/contract/settings/agent-profiles.ts';
import { type SaveAgentProfileDeps, saveAgentProfile as save } from '../../shared/domain/settings/agent-profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { storeSettingsDeps } from '../../shared/wiring/settings.ts';

export const saveAgentProfile = implement(
  endpoint,
  async ({ params: { name }, body, caller }, deps: SaveAgentProfileDeps) => {
    await save(caller.ownerId, name, body, deps);
    return { name, message: `Agent profile '${name}' saved` };
  },
);

export const handler = serve(saveAgentProfile, storeSettingsDeps);
