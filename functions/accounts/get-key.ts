import { getKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import type { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { keyView } from '../../shared/domain/accounts/keys/key-record.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { keyStore } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly keys: Pick<DynamoKeyStore, 'findOwn'>;
}

export const getKey = implement(endpoint, async ({ params, caller }, { keys }: Deps) =>
  keyView(await keys.findOwn(caller.ownerId, params.key_id)),
);

export const handler = serve(getKey, (granted) => ({ keys: keyStore(granted) }));
