import { limitsOf, type SomeLimits } from '../../../contract/shapes/limits.ts';
import type { Descent } from '../../../contract/shapes/lineages.ts';
import { OwnerId } from '../../../contract/shapes/owner-id.ts';
import type { Scope } from '../../../contract/shapes/scopes.ts';
import { timestamp } from '../../../platform/clock.ts';
import { type ApiKey, hashOf, newApiKey } from './api-key.ts';
import type { KeyRecord } from './key-record.ts';

/** The creator of a key that no other key made. */
export const OPERATOR = 'operator';

export interface KeyOrder {
  readonly ownerId: string;
  readonly name: string | null;
  readonly expiresAt: Date | null;
  readonly notBefore?: Date | null;
  /** Absent: everything that is the owner's own. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly limits?: SomeLimits | undefined;
  /** Absent: the key begins a lineage of its own, which no other bounds. */
  readonly descent?: Descent | undefined;
  /** The id of the creating key; absent when an operator created it. */
  readonly createdBy?: string;
  readonly rotatedFrom?: string;
}

/** A key that is stored nowhere yet, and its record, which holds its hash. */
export interface NewKey {
  readonly text: string;
  readonly record: KeyRecord;
}

/** Makes a key and stores its hash. The text of the key is returned here, once. */
export async function issueKey(
  order: KeyOrder,
  keys: { readonly add: (record: KeyRecord) => Promise<void> },
  now: Date,
): Promise<NewKey> {
  const made = newKey(order, now);
  await keys.add(made.record);
  return made;
}

/** Makes a key; the caller stores it in its own transaction. */
export function newKey(order: KeyOrder, now: Date): NewKey {
  const key = newApiKey();
  return { text: key.text, record: recordOf(key, order, now) };
}

function recordOf(key: ApiKey, order: KeyOrder, now: Date): KeyRecord {
  const {
    name,
    notBefore = null,
    expiresAt,
    scopes,
    limits = {},
    createdBy = OPERATOR,
    rotatedFrom,
    descent = {},
  } = order;
  const { lineage, above } = descent;
  return {
    key_id: key.keyId,
    owner_id: OwnerId.parse(order.ownerId),
    name,
    hash: hashOf(key),
    last4: key.text.slice(-4),
    created_at: timestamp(now),
    created_by: createdBy,
    ...(notBefore === null ? {} : { not_before: secondsOf(notBefore) }),
    expires_at: expiresAt && secondsOf(expiresAt),
    revoked_at: null,
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    limits: limitsOf(limits),
    ...(lineage === undefined ? {} : { lineage }),
    ...(above === undefined ? {} : { above: [...above] }),
    ...(rotatedFrom === undefined ? {} : { rotated_from: rotatedFrom }),
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
