import { createLegacySecret as endpoint } from '../../shared/contract/secrets.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { keepSecret, type SecretDeps } from '../../shared/settings/change-secrets.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';
import { changeSecretsDeps } from '../../shared/wiring/settings.ts';

export const createLegacySecret = implement(endpoint, async ({ body, caller, request }, deps: SecretDeps) => {
  // What an earlier try of the same request left there is not in its way.
  await keepSecret(caller.ownerId, body, request.triedAt === null ? 'refuse' : 'replace', deps);
  return { message: 'Secret created successfully' };
});

export const handler = serve(createLegacySecret, changeSecretsDeps, claimDeps);
