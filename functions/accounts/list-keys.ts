import { listKeys as endpoint } from '../../shared/contract/accounts/keys.ts';
import type { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { keyView } from '../../shared/domain/accounts/keys/key-record.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { keyStore } from '../../shared/wiring/accounts.ts';

/** More than an owner can have at a time. Keys that have ended are listed until they are purged. */
const MOST = 500;

interface Deps {
  readonly keys: Pick<DynamoKeyStore, 'ofOwner'>;
}

export const listKeys = implement(endpoint, async ({ caller }, { keys }: Deps) =>
  (await keys.ofOwner(caller.ownerId, MOST)).map(keyView),
);

export const handler = serve(listKeys, (granted) => ({ keys: keyStore(granted) }));
