import type { EndpointId } from '../../shared/contract/index.ts';
import { all, type Grant, keepJournal, nothing } from './grants.ts';

/** The key of the request is read again, and has to be there still when the change is written. */
const changeKeys = all(keepJournal, (fn, { data }) => data.apiKeys.allow(fn, 'GetItem', 'UpdateItem'));
const makeKeys: Grant = (fn, { data }) => data.apiKeys.allow(fn, 'PutItem', 'ConditionCheckItem');
const countKeys: Grant = (fn, { data }) => data.apiKeys.allowQueryOf(fn, 'created_at_index');

export const keysAccess = {
  'get-current-key': nothing,
  'list-keys': countKeys,
  'get-key': (fn, { data }) => data.apiKeys.allow(fn, 'GetItem'),
  'create-key': all(keepJournal, makeKeys, countKeys, (fn, { data }) => data.apiKeys.allow(fn, 'GetItem')),
  'rotate-key': all(changeKeys, makeKeys),
  'revoke-key': changeKeys,
} satisfies Partial<Record<EndpointId, Grant>>;
