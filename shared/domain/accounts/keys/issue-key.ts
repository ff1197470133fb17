import { limitsOf, type SomeLimits } from '../../../contract/shapes/limits.ts';
import type { Descent } from '../../../contract/shapes/lineages.ts';
import { OwnerId } from '../../../contract/shapes/owner-id.ts';
import type { Scope } from '../../../contract/shapes/scopes.ts';
import { epochSeconds, timestamp } from '../../../platform/clock.ts';
import { hashOf, newApiKey } from './api-key.ts';
import type { KeyRecord } from './key-record.ts';

/** The creator of keys that are not created with another key. */
export const OPERATOR = 'operator';

export interface KeyOrder {
  readonly ownerId: string;
  readonly name: string | null;
  readonly expiresAt: Date | null;
  readonly notBefore?: Date | null;
  /** Absent: the default scopes. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly limits?: SomeLimits | undefined;
  /** Absent: the key begins a lineage without outer limits. */
  readonly descent?: Descent | undefined;
  /** The id of the creating key; absent when an operator created it. */
  readonly createdBy?: string;
  readonly rotatedFrom?: string;
  /** The id of the person whose key it becomes. */
  readonly memberId?: string | undefined;
}

/** A key that is not stored yet, and its record with the hash. */
export interface NewKey {
  readonly text: string;
  readonly record: KeyRecord;
}

/** Creates a key and stores its record. */
export async function issueKey(
  order: KeyOrder,
  keys: { readonly add: (record: KeyRecord) => Promise<void> },
  now: Date,
): Promise<NewKey> {
  const made = newKey(order, now);
  await keys.add(made.record);
  return made;
}

/** Creates a key, which the caller stores. */
export function newKey(order: KeyOrder, now: Date): NewKey {
  const key = newApiKey();
  const { name, notBefore = null, expiresAt, scopes, limits = {}, createdBy = OPERATOR, rotatedFrom, memberId } = order;
  const { lineage, above } = order.descent ?? {};
  const record: KeyRecord = {
    key_id: key.keyId,
    owner_id: OwnerId.parse(order.ownerId),
    name,
    hash: hashOf(key),
    last4: key.text.slice(-4),
    created_at: timestamp(now),
    created_by: createdBy,
    ...(notBefore === null ? {} : { not_before: epochSeconds(notBefore) }),
    expires_at: expiresAt && epochSeconds(expiresAt),
    revoked_at: null,
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    ...(memberId === undefined ? {} : { member_id: memberId }),
    limits: limitsOf(limits),
    ...(lineage === undefined ? {} : { lineage }),
    ...(above === undefined ? {} : { above: [...above] }),
    ...(rotatedFrom === undefined ? {} : { rotated_from: rotatedFrom }),
  };
  return { text: key.text, record };
}
