import { documents } from '../aws/documents.ts';
import { systemClock } from '../clock.ts';
import { requireEnv } from '../env.ts';
import { KeyJournal } from '../keys/key-journal.ts';
import { DynamoOwnerStore } from '../owners/owner-store.ts';
import { changeKeysDeps, keyStore } from './keys.ts';

export const ownerStore = () => new DynamoOwnerStore(documents(), requireEnv('OWNERS_TABLE'));

/** What changing limits needs. Integrators are not told of it: without a table for events, such a write by mistake fails. */
export const changeLimitsDeps = () => ({
  keys: keyStore(),
  owners: ownerStore(),
  journal: new KeyJournal({ audit: requireEnv('AUDIT_TABLE'), integratorEvents: '' }),
  now: systemClock,
});

/** What administrators do to owners and for them. */
export const administerDeps = () => ({ ...changeKeysDeps(), owners: ownerStore() });
