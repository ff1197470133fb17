import { prefixOf } from '../config.ts';
import type { AreaGrants } from './area-grants.ts';
import { all, countKeys, keepJournal, makeKeys, nothing, sealClaims } from './grants.ts';

/** The operation reads the calling key again; the write fails when that key no longer exists. */
const changeKeys = all(keepJournal, (fn, { data }) => data.apiKeys.allow(fn, 'GetItem', 'UpdateItem'));

export const keysAccess = {
  'list-keys': countKeys,
  'create-key': all(keepJournal, sealClaims, makeKeys, countKeys),
  'get-key': (fn, { data }) => data.apiKeys.allow(fn, 'GetItem'),
  'revoke-key': changeKeys,
  'rotate-key': all(keepJournal, sealClaims, makeKeys, (fn, { data }) => data.apiKeys.allow(fn, 'UpdateItem')),
  'get-current-key': nothing,
  authorize: (fn, { data, settings }) => {
    // The authorizer records from time to time when a key was last used.
    data.apiKeys.allow(fn, 'GetItem', 'UpdateItem');
    // It counts each call, and removes the count of a key that does not exist.
    data.apiCalls.allow(fn, 'UpdateItem', 'DeleteItem');
    data.owners.allow(fn, 'GetItem');
    fn.addEnvironment('REQUESTS_PER_MINUTE', String(settings.requestsPerMinute));
    fn.addEnvironment('DEPLOYMENT', prefixOf(settings));
  },
} satisfies AreaGrants;
