import { updateSecret as endpoint } from '../../shared/contract/settings/secrets.ts';
import { changeSecret, type SecretDeps } from '../../shared/domain/settings/secrets/change-secrets.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSecretsDeps } from '../../shared/wiring/settings.ts';

export const updateSecret = implement(endpoint, async ({ params, body, caller }, deps: SecretDeps) => {
  await changeSecret(caller.ownerId, params.secret_id, body, deps);
  return { message: 'Secret updated successfully' };
});

export const handler = serve(updateSecret, changeSecretsDeps);
