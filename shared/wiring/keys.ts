import { documents } from '../aws/documents.ts';
import { systemClock } from '../clock.ts';
import { requireEnv } from '../env.ts';
import { KeyJournal } from '../keys/key-journal.ts';
import { DynamoKeyStore } from '../keys/key-store.ts';

export const keyStore = () => new DynamoKeyStore(documents(), requireEnv('API_KEYS_TABLE'));

export const keyJournal = () =>
  new KeyJournal({ audit: requireEnv('AUDIT_TABLE'), integratorEvents: requireEnv('INTEGRATOR_EVENTS_TABLE') });

/** What changing keys needs. */
export const changeKeysDeps = () => ({ keys: keyStore(), journal: keyJournal(), now: systemClock });
