import { deleteSecret as endpoint } from '../../shared/contract/settings/secrets.ts';
import { deleteSecret as deleteStored, type SecretDeps } from '../../shared/domain/settings/secrets/change-secrets.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

export const deleteSecret = implement(endpoint, async ({ params, caller }, deps: Pick<SecretDeps, 'secrets'>) => {
  await deleteStored(caller.ownerId, params.secret_id, deps);
  return { message: 'Secret deleted successfully' };
});

export const handler = serve(deleteSecret, (granted) => ({ secrets: secretStore(granted) }));
