import type { EndpointId } from '../../shared/contract/index.ts';
import { all, type Grant, keepJournal, nothing, sealClaims } from './grants.ts';

/** The key of the request is read again, and has to be there still when the change is written. */
const changeKeys = all(keepJournal, (fn, { data }) => data.apiKeys.allow(fn, 'GetItem', 'UpdateItem'));
const makeKeys: Grant = (fn, { data }) => data.apiKeys.allow(fn, 'GetItem', 'PutItem', 'ConditionCheckItem');
const countKeys: Grant = (fn, { data }) => data.apiKeys.allowQueryOf(fn, 'created_at_index');

/** Owners from before owners were on record are known by their keys. */
const findOwner = all(countKeys, (fn, { data }) => data.owners.allow(fn, 'GetItem'));

export const keysAccess = {
  'get-current-key': nothing,
  'list-keys': countKeys,
  'get-key': (fn, { data }) => data.apiKeys.allow(fn, 'GetItem'),
  'create-key': all(keepJournal, sealClaims, makeKeys, countKeys),
  'rotate-key': all(keepJournal, sealClaims, makeKeys, (fn, { data }) => data.apiKeys.allow(fn, 'UpdateItem')),
  'revoke-key': changeKeys,

  'create-owner': all(keepJournal, sealClaims, makeKeys, countKeys, (fn, { data }) => data.owners.allow(fn, 'PutItem')),
  'list-owners': (fn, { data }) => data.owners.allow(fn, 'Scan'),
  'get-owner': findOwner,
  'update-owner': all(findOwner, (fn, { data }) => {
    data.owners.allow(fn, 'UpdateItem');
    data.audit.allow(fn, 'PutItem');
  }),
  'create-owner-key': all(keepJournal, sealClaims, makeKeys, findOwner, (fn, { data }) =>
    data.owners.allow(fn, 'UpdateItem'),
  ),
} satisfies Partial<Record<EndpointId, Grant>>;
