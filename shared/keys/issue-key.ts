import { timestamp } from '../clock.ts';
import { hashOf, newApiKey } from './api-key.ts';
import { type KeyRecord, OwnerId } from './key-record.ts';
import type { DynamoKeyStore } from './key-store.ts';

export interface KeyOrder {
  readonly ownerId: string;
  readonly name: string | null;
  readonly expiresAt: Date | null;
}

/** Makes a key and stores its hash. The text of the key is returned here, once. */
export async function issueKey(
  order: KeyOrder,
  keys: Pick<DynamoKeyStore, 'add'>,
  now: Date,
): Promise<{ readonly text: string; readonly record: KeyRecord }> {
  const key = newApiKey();
  const record: KeyRecord = {
    key_id: key.keyId,
    owner_id: OwnerId.parse(order.ownerId),
    name: order.name,
    hash: hashOf(key),
    created_at: timestamp(now),
    expires_at: order.expiresAt && Math.floor(order.expiresAt.getTime() / 1000),
    revoked_at: null,
  };
  await keys.add(record);
  return { text: key.text, record };
}
