import { removeGitProviders as endpoint } from '../../shared/contract/settings/secrets.ts';
import { forgetGitTokens, type SecretDeps } from '../../shared/domain/settings/secrets/change-secrets.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

export const removeGitProviders = implement(endpoint, async ({ query, caller }, deps: Pick<SecretDeps, 'secrets'>) => {
  await forgetGitTokens(caller.ownerId, query.provider ?? null, deps);
  return { message: 'Unset Git provider tokens' };
});

export const handler = serve(removeGitProviders, (granted) => ({ secrets: secretStore(granted) }));
