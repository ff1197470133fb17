import { getSandboxSecret as endpoint } from '../../shared/contract/sandbox-secrets.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxAuthentication } from '../../shared/sandboxes/authenticate-sandbox.ts';
import { askingSandbox, secretValue } from '../../shared/settings/sandbox-secrets.ts';
import type { SecretStore } from '../../shared/settings/secret-store.ts';
import type { Vault } from '../../shared/vault/vault.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { secretStore } from '../../shared/wiring/settings.ts';
import { vault } from '../../shared/wiring/vault.ts';

interface Deps extends SandboxAuthentication {
  readonly secrets: Pick<SecretStore, 'findCustom' | 'findGit'>;
  readonly vault: Pick<Vault, 'open'>;
}

export const getSandboxSecret = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const sandbox = await askingSandbox(caller.sessionKey, params.sandbox_id, deps);
  return secretValue(sandbox.owner_id, params.secret_name, deps);
});

export const handler = serve(getSandboxSecret, () => ({
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  secrets: secretStore(),
  vault: vault(),
}));
