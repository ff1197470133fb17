import { createSecret as endpoint } from '../../shared/contract/settings/secrets.ts';
import { keepSecret, type SecretDeps } from '../../shared/domain/settings/secrets/change-secrets.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSecretsDeps } from '../../shared/wiring/settings.ts';

export const createSecret = implement(endpoint, async ({ body, caller }, deps: SecretDeps) => {
  await keepSecret(caller.ownerId, body, 'replace', deps);
  return { message: 'Secret created successfully' };
});

export const handler = serve(createSecret, changeSecretsDeps, claimDeps);
