import { saveProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { type SaveProfileDeps, saveProfile as save } from '../../shared/domain/settings/profiles.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { saveProfileDeps } from '../../shared/wiring/settings.ts';

export const saveProfile = implement(
  endpoint,
  async ({ params: { name }, body, caller, request }, deps: SaveProfileDeps) => {
    await save(caller.ownerId, name, body, deps, request.revisions);
    return { name, message: `Profile '${name}' saved` };
  },
);

export const handler = serve(saveProfile, saveProfileDeps);
