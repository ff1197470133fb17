import { issueKey, type KeyOrder, type NewKey, OPERATOR } from '../../shared/domain/accounts/keys/issue-key.ts';
import { operator, type Stores } from './open-stores.ts';

/** Makes a key as the operator, also for a new owner, with its audit entry and event. */
export function addKey(order: KeyOrder, { keys, owners, journal }: Stores, now: Date): Promise<NewKey> {
  return issueKey(
    order,
    {
      add: (record) =>
        keys.add(record, [
          owners.registered(order.ownerId, OPERATOR, now),
          ...journal.keyEvent('created', record, operator, now),
        ]),
    },
    now,
  );
}
