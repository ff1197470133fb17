import { listSandboxSecrets as endpoint } from '../../shared/contract/agents/sandbox-secrets.ts';
import { askingSandbox } from '../../shared/domain/agents/secrets/sandbox-secrets.ts';
import type { SandboxAuthentication } from '../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { type SecretStore, tokenName } from '../../shared/domain/settings/secrets/secret-store.ts';
import { implementForSandbox } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

interface Deps extends SandboxAuthentication {
  readonly secrets: Pick<SecretStore, 'all'>;
}

/** The owner's own secrets come first: a secret with the name of a provider's token overrides it. */
export const listSandboxSecrets = implementForSandbox(endpoint, askingSandbox, async ({ caller }, deps: Deps) => {
  const { custom, git } = await deps.secrets.all(caller.owner_id);
  const own = custom.map(({ name, description }) => ({ name, description }));
  const tokens = git
    .map(({ provider, host }) => ({ name: tokenName(provider), description: `Token for ${host ?? provider}` }))
    .filter(({ name }) => own.every((secret) => secret.name !== name));
  return { secrets: [...own, ...tokens] };
});

export const handler = serve(listSandboxSecrets, (granted) => ({
  sandboxes: sandboxReader(granted),
  secrets: secretStore(granted),
}));
