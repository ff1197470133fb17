import { getWebhookSecret as endpoint } from '../../shared/contract/agents/sandbox-secrets.ts';
import { readAccessToken, type TokenCheck } from '../../shared/domain/agents/secrets/access-tokens.ts';
import { gitPurpose, type SecretStore } from '../../shared/domain/settings/secrets/secret-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { AppError, NotFoundError } from '../../shared/platform/errors.ts';
import type { Vault } from '../../shared/platform/vault.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

interface Deps extends TokenCheck {
  readonly secrets: Pick<SecretStore, 'findGit'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly now: Clock;
}

export const getWebhookSecret = implement(endpoint, async ({ request }, deps: Deps) => {
  const grant = await readAccessToken(request.accessToken, deps, deps.now());
  if (!grant) throw new AppError('unauthenticated', 'Send the access token of a running sandbox in X-Access-Token.');
  const token = await deps.secrets.findGit(grant.ownerId, grant.provider);
  if (!token) throw new NotFoundError('Token of', grant.provider);
  return deps.vault.open(grant.ownerId, gitPurpose(grant.provider), token.sealed);
});

export const handler = serve(getWebhookSecret, (granted) => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  secrets: secretStore(granted),
  vault: vault(granted),
  now: systemClock,
}));
