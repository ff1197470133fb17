import type { AreaGrants } from './area-grants.ts';
import { all, countKeys, keepJournal, makeKeys, sealClaims } from './grants.ts';

/** An owner without a row of their own is found by their keys. */
const findOwner = all(countKeys, (fn, { data }) => data.owners.allow(fn, 'GetItem'));

export const ownersAccess = {
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
} satisfies AreaGrants;
