import { getKey as endpoint } from '../../shared/contract/keys.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { DynamoKeyStore } from '../../shared/keys/key-store.ts';
import { keyView } from '../../shared/keys/key-view.ts';
import { keyStore } from '../../shared/wiring/keys.ts';

interface Deps {
  readonly keys: Pick<DynamoKeyStore, 'findOwn'>;
}

export const getKey = implement(endpoint, async ({ params, caller }, { keys }: Deps) =>
  keyView(await keys.findOwn(caller.ownerId, params.key_id)),
);

export const handler = serve(getKey, () => ({ keys: keyStore() }));
