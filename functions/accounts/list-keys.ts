import { listKeys as endpoint } from '../../shared/contract/accounts/keys.ts';
import type { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { isVisibleTo } from '../../shared/domain/accounts/keys/giver.ts';
import { keyView } from '../../shared/domain/accounts/keys/key-record.ts';
import type { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { keyStore, memberChanges } from '../../shared/wiring/accounts.ts';

/** More than an owner can have at a time. Keys that have ended are listed until they are purged. */
const MOST = 500;

interface Deps {
  readonly keys: Pick<DynamoKeyStore, 'ofOwner'>;
  readonly members: Pick<DynamoMembers, 'everOfOwner'>;
}

export const listKeys = implement(endpoint, async ({ caller }, { keys, members }: Deps) => {
  const records = (await keys.ofOwner(caller.ownerId, MOST)).filter((record) => isVisibleTo(caller, record));
  const isOfPeople = records.some(({ member_id: id }) => id !== undefined);
  const people = isOfPeople ? await members.everOfOwner(caller.ownerId) : [];
  const named = people.map(({ person_id: id, name, email }) => ({ id, name, email }));
  return records.map((record) => keyView(record, named));
});

export const handler = serve(listKeys, (granted) => ({ keys: keyStore(granted), members: memberChanges(granted) }));
