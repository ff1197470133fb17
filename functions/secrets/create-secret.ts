import { createSecret as endpoint } from '../../shared/contract/secrets.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { keepSecret, type SecretDeps } from '../../shared/settings/change-secrets.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';
import { changeSecretsDeps } from '../../shared/wiring/settings.ts';

export const createSecret = implement(endpoint, async ({ body, caller }, deps: SecretDeps) => {
  await keepSecret(caller.ownerId, body, 'replace', deps);
  return { message: 'Secret created successfully' };
});

export const handler = serve(createSecret, changeSecretsDeps, claimDeps);
