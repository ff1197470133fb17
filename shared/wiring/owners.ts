import { KeyJournal } from '../domain/accounts/keys/key-journal.ts';
import { DynamoOwnerStore } from '../domain/accounts/owners/dynamo-owner-store.ts';
import { documents } from '../platform/aws/documents.ts';
import { systemClock } from '../platform/clock.ts';
import { requireEnv } from '../platform/env.ts';
import { changeKeysDeps, keyStore } from './keys.ts';

export const ownerStore = () => new DynamoOwnerStore(documents(), { owners: requireEnv('OWNERS_TABLE') });

/** Dependencies of changes of limits. These publish no event: without an outbox, such a write by mistake fails. */
export const changeLimitsDeps = () => ({
  keys: keyStore(),
  owners: ownerStore(),
  journal: new KeyJournal({ audit: requireEnv('AUDIT_TABLE') }),
  now: systemClock,
});

/** Dependencies of administrators' changes of owners. */
export const administerDeps = () => ({ ...changeKeysDeps(), owners: ownerStore() });
