import { listKeys as endpoint } from '../../shared/contract/keys.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { DynamoKeyStore } from '../../shared/keys/key-store.ts';
import { keyView } from '../../shared/keys/key-view.ts';
import { keyStore } from '../../shared/wiring/keys.ts';

/** More than an owner can have at a time; those that ended are listed until they are gone. */
const MOST = 500;

interface Deps {
  readonly keys: Pick<DynamoKeyStore, 'ofOwner'>;
}

export const listKeys = implement(endpoint, async ({ caller }, { keys }: Deps) =>
  (await keys.ofOwner(caller.ownerId, MOST)).map(keyView),
);

export const handler = serve(listKeys, () => ({ keys: keyStore() }));
