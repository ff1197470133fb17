import { getWebhookSecret as endpoint } from '../../shared/contract/agents/sandbox-secrets.ts';
import { type RepositoryTokenDeps, repositoryToken } from '../../shared/domain/git/apps/repository-token.ts';
import { readAccessToken, type TokenCheck } from '../../shared/domain/sandboxes/agent/access-tokens.ts';
import type { SecretStore } from '../../shared/domain/settings/secrets/secret-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError, NotFoundError } from '../../shared/platform/errors.ts';
import { repositoryTokenDeps } from '../../shared/wiring/git.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

interface Deps extends TokenCheck, RepositoryTokenDeps {
  readonly secrets: Pick<SecretStore, 'findGit' | 'findApp'>;
}

export const getWebhookSecret = implement(endpoint, async ({ request }, deps: Deps) => {
  const grant = await readAccessToken(request.accessToken, deps);
  if (!grant) throw new AppError('unauthenticated', 'Send the access token of a running sandbox in X-Access-Token.');
  const { ownerId, provider } = grant;
  const [token, app] = await Promise.all([
    deps.secrets.findGit(ownerId, provider),
    provider === 'github' ? deps.secrets.findApp(ownerId) : undefined,
  ]);
  if (!token && !app) throw new NotFoundError('Token of', provider);
  return repositoryToken(grant, { token, app }, deps);
});

export const handler = serve(getWebhookSecret, (granted) => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  secrets: secretStore(granted),
  ...repositoryTokenDeps(granted),
}));
