import type { Clock } from '../../shared/clock.ts';
import { systemClock } from '../../shared/clock.ts';
import { getWebhookSecret as endpoint } from '../../shared/contract/sandbox-secrets.ts';
import { AppError, NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxAuthentication } from '../../shared/sandboxes/authenticate-sandbox.ts';
import { readAccessToken } from '../../shared/settings/access-tokens.ts';
import { gitPurpose } from '../../shared/settings/secret-record.ts';
import type { SecretStore } from '../../shared/settings/secret-store.ts';
import type { Vault } from '../../shared/vault/vault.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { secretStore } from '../../shared/wiring/settings.ts';
import { vault } from '../../shared/wiring/vault.ts';

interface Deps extends SandboxAuthentication {
  readonly secrets: Pick<SecretStore, 'findGit'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly now: Clock;
}

export const getWebhookSecret = implement(endpoint, async ({ request }, deps: Deps) => {
  const grant = await readAccessToken(request.accessToken, deps, deps.now());
  if (!grant) throw new AppError('unauthenticated', 'send the access token of a running sandbox in X-Access-Token');
  const token = await deps.secrets.findGit(grant.ownerId, grant.provider);
  if (!token) throw new NotFoundError('Token of', grant.provider);
  return deps.vault.open(grant.ownerId, gitPurpose(grant.provider), token.sealed);
});

export const handler = serve(getWebhookSecret, () => ({
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  secrets: secretStore(),
  vault: vault(),
  now: systemClock,
}));
