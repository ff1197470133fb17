import { DynamoKeyStore } from '../domain/accounts/keys/dynamo-key-store.ts';
import { KeyJournal } from '../domain/accounts/keys/key-journal.ts';
import { documents } from '../platform/aws/documents.ts';
import { systemClock } from '../platform/clock.ts';
import { requireEnv } from '../platform/env.ts';

export const keyStore = () => new DynamoKeyStore(documents(), { apiKeys: requireEnv('API_KEYS_TABLE') });

export const keyJournal = () =>
  new KeyJournal({ audit: requireEnv('AUDIT_TABLE'), integratorEvents: requireEnv('INTEGRATOR_EVENTS_TABLE') });

/** Dependencies of changes of keys. */
export const changeKeysDeps = () => ({ keys: keyStore(), journal: keyJournal(), now: systemClock });
