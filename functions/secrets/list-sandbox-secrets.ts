import { listSandboxSecrets as endpoint } from '../../shared/contract/sandbox-secrets.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxAuthentication } from '../../shared/sandboxes/authenticate-sandbox.ts';
import { askingSandbox, tokenName } from '../../shared/settings/sandbox-secrets.ts';
import type { SecretStore } from '../../shared/settings/secret-store.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

interface Deps extends SandboxAuthentication {
  readonly secrets: Pick<SecretStore, 'all'>;
}

/** The owner's own secrets come first: one that is named like a provider's token goes before it. */
export const listSandboxSecrets = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const sandbox = await askingSandbox(caller.sessionKey, params.sandbox_id, deps);
  const { custom, git } = await deps.secrets.all(sandbox.owner_id);
  const own = custom.map(({ name, description }) => ({ name, description }));
  const tokens = git
    .map(({ provider, host }) => ({ name: tokenName(provider), description: `Token for ${host ?? provider}` }))
    .filter(({ name }) => own.every((secret) => secret.name !== name));
  return { secrets: [...own, ...tokens] };
});

export const handler = serve(listSandboxSecrets, () => ({
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  secrets: secretStore(),
}));
