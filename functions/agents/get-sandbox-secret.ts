import { getSandboxSecret as endpoint } from '../../shared/contract/agents/sandbox-secrets.ts';
import { askingSandbox, secretValue } from '../../shared/domain/agents/secrets/sandbox-secrets.ts';
import type { SandboxAuthentication } from '../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import type { SecretStore } from '../../shared/domain/settings/secrets/secret-store.ts';
import { implementForSandbox } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import type { Vault } from '../../shared/platform/vault.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

interface Deps extends SandboxAuthentication {
  readonly secrets: Pick<SecretStore, 'findCustom' | 'findGit'>;
  readonly vault: Pick<Vault, 'open'>;
}

export const getSandboxSecret = implementForSandbox(endpoint, askingSandbox, async ({ params, caller }, deps: Deps) => {
  return secretValue(caller.owner_id, params.secret_name, deps);
});

export const handler = serve(getSandboxSecret, (granted) => ({
  sandboxes: sandboxReader(granted),
  secrets: secretStore(granted),
  vault: vault(granted),
}));
