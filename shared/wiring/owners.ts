import { documents } from '../aws/documents.ts';
import { requireEnv } from '../env.ts';
import { DynamoOwnerStore } from '../owners/owner-store.ts';
import { changeKeysDeps } from './keys.ts';

export const ownerStore = () => new DynamoOwnerStore(documents(), requireEnv('OWNERS_TABLE'));

/** What administrators do to owners and for them. */
export const administerDeps = () => ({ ...changeKeysDeps(), owners: ownerStore() });
