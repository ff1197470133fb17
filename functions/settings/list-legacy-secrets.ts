import { listLegacySecrets as endpoint } from '../../shared/contract/settings/secrets.ts';
import type { SecretStore } from '../../shared/domain/settings/secrets/secret-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

interface Deps {
  readonly secrets: Pick<SecretStore, 'all'>;
}

export const listLegacySecrets = implement(endpoint, async ({ caller }, { secrets }: Deps) => {
  const { custom } = await secrets.all(caller.ownerId);
  return { custom_secrets: custom.map(({ name, description }) => ({ name, description })) };
});

export const handler = serve(listLegacySecrets, (granted) => ({ secrets: secretStore(granted) }));
