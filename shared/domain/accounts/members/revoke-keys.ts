import type { Clock } from '../../../platform/clock.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import type { ChangeAuthor } from '../audit/audit-journal.ts';
import { MAX_KEYS } from '../keys/change-keys.ts';
import type { DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import type { KeyJournal } from '../keys/key-journal.ts';
import type { KeyRecord } from '../keys/key-record.ts';

/** How long a request marks keys, in milliseconds: API Gateway waits 29 seconds. */
const LONGEST = 15_000;
const PARALLEL = 8;

interface Deps {
  readonly keys: Pick<DynamoKeyStore, 'ofOwner' | 'revoke'>;
  readonly journal: Pick<KeyJournal, 'keyEvent'>;
  readonly now: Clock;
}

/** The keys of a member that a request marked as revoked, and whether none is left. */
export interface RevokedKeys {
  readonly revoked: number;
  readonly complete: boolean;
}

/** Marks the keys of a removed member as revoked: they ended with the member. */
export async function revokeKeysOf(
  personId: string,
  { ownerId, author }: { readonly ownerId: string; readonly author: ChangeAuthor },
  { keys, journal, now }: Deps,
): Promise<RevokedKeys> {
  const end = now().getTime() + LONGEST;
  const all = await keys.ofOwner(ownerId, 3 * MAX_KEYS);
  const theirs = all.filter(({ member_id: id }) => id === personId);
  const revoke = async (key: KeyRecord): Promise<number> => {
    const time = now();
    try {
      await keys.revoke(key.key_id, time, journal.keyEvent('revoked', key, author, time));
      return 1;
    } catch (error) {
      // Another request has revoked it.
      if (error instanceof NotFoundError) return 0;
      throw error;
    }
  };
  let revoked = 0;
  for (let at = 0; at < theirs.length; at += PARALLEL) {
    if (now().getTime() >= end) return { revoked, complete: false };
    const outcomes = await Promise.all(theirs.slice(at, at + PARALLEL).map(revoke));
    revoked += outcomes.reduce((sum, one) => sum + one, 0);
  }
  return { revoked, complete: true };
}
