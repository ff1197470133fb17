import { addLegacyGitProviders as endpoint } from '../../shared/contract/settings/secrets.ts';
import { keepGitTokens, type SecretDeps } from '../../shared/domain/settings/secrets/change-secrets.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { changeSecretsDeps } from '../../shared/wiring/settings.ts';

export const addLegacyGitProviders = implement(endpoint, async ({ body, caller }, deps: SecretDeps) => {
  await keepGitTokens(caller.ownerId, body, deps);
  return { message: 'Git providers stored' };
});

export const handler = serve(addLegacyGitProviders, changeSecretsDeps);
