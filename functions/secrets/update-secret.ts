import { updateSecret as endpoint } from '../../shared/contract/secrets.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { changeSecret, type SecretDeps } from '../../shared/settings/change-secrets.ts';
import { changeSecretsDeps } from '../../shared/wiring/settings.ts';

export const updateSecret = implement(endpoint, async ({ params, body, caller }, deps: SecretDeps) => {
  await changeSecret(caller.ownerId, params.secret_id, body, deps);
  return { message: 'Secret updated successfully' };
});

export const handler = serve(updateSecret, changeSecretsDeps);
