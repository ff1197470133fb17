import { getKey as endpoint } from '../../shared/contract/accounts/keys.ts';
import type { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { findVisible } from '../../shared/domain/accounts/keys/giver.ts';
import { keyView } from '../../shared/domain/accounts/keys/key-record.ts';
import type { DynamoMemberStore } from '../../shared/domain/accounts/people/dynamo-member-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { keyStore, memberStore } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly keys: Pick<DynamoKeyStore, 'findOwn'>;
  readonly members: Pick<DynamoMemberStore, 'find'>;
}

export const getKey = implement(endpoint, async ({ params, caller }, { keys, members }: Deps) => {
  const record = await findVisible(caller, params.key_id, keys);
  const { member_id: memberId } = record;
  const member = memberId === undefined ? undefined : await members.find(caller.ownerId, memberId);
  return keyView(record, member ? [{ id: member.person_id, name: member.name, email: member.email }] : []);
});

export const handler = serve(getKey, (granted) => ({ keys: keyStore(granted), members: memberStore(granted) }));
