import { issueKey, type KeyOrder, type NewKey, OPERATOR } from '../../shared/keys/issue-key.ts';
import { operator, type Stores } from './open-stores.ts';

/** Makes a key as the operator, for an owner who may be new: with its entry in the audit log and the event that tells of it. */
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
