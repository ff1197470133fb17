import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { DynamoKeyStore } from './dynamo-key-store.ts';
import { isUsable } from './key-record.ts';

export type KeyLookup = Pick<DynamoKeyStore, 'find'>;

/** Whether the API key of a long request is still valid: the authorizer has only seen its beginning. */
export async function isStillUsable({ keyId, ownerId }: Caller, apiKeys: KeyLookup, now: Date): Promise<boolean> {
  const key = await apiKeys.find(keyId);
  return key !== undefined && key.owner_id === ownerId && isUsable(key, now);
}
