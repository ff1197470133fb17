import { createLegacySecret as endpoint } from '../../shared/contract/settings/secrets.ts';
import { keepSecret, type SecretDeps } from '../../shared/domain/settings/secrets/change-secrets.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSecretsDeps } from '../../shared/wiring/settings.ts';

export const createLegacySecret = implement(endpoint, async ({ body, caller, request }, deps: SecretDeps) => {
  // A secret that an earlier attempt of the same request stored is not a conflict.
  await keepSecret(caller.ownerId, body, request.triedAt === null ? 'refuse' : 'replace', deps);
  return { message: 'Secret created successfully' };
});

export const handler = serve(createLegacySecret, changeSecretsDeps, claimDeps);
