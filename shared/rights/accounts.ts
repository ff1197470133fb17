import {
  changeEntries,
  keepJournal,
  knowOwnAddress,
  listKeys,
  makeKeys,
  nothing,
  readSandbox,
  readSettings,
  sealClaims,
  writeSandbox,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** Reads the calling key again. The write fails when that key no longer exists. */
const changeKeys = rights(keepJournal, { apiKeys: ['GetItem', 'UpdateItem'] });

/** An owner without a row is found by their keys. */
const findOwner = rights(listKeys, { owners: ['GetItem'] });

/** Counts the code and finds the device. The device gets no more than the calling key has. */
const decideOnDevice = rights({ deviceCodes: ['GetItem', 'UpdateItem'], apiKeys: ['GetItem'] });

export const accountsRights = {
  'list-keys': listKeys,
  'create-key': rights(keepJournal, sealClaims, makeKeys, listKeys),
  'get-key': rights({ apiKeys: ['GetItem'] }),
  // Also rotates the session keys that a compromised key could see.
  'revoke-key': rights(changeKeys, writeSandbox, changeEntries, { sandboxes: ['created_at_index'] }),
  'rotate-key': rights(keepJournal, sealClaims, makeKeys, { apiKeys: ['UpdateItem'] }),
  'get-current-key': nothing,
  authorize: rights({
    // The authorizer periodically records when a key was last used.
    apiKeys: ['GetItem', 'UpdateItem'],
    // It counts each call, and removes the count of a key that does not exist.
    apiCalls: ['UpdateItem'],
    owners: ['GetItem'],
    variables: ['REQUESTS_PER_MINUTE', 'DEPLOYMENT'],
  }),
  'create-owner': rights(keepJournal, sealClaims, makeKeys, listKeys, { owners: ['PutItem'] }),
  'list-owners': rights({ owners: ['Scan'] }),
  'get-owner': findOwner,
  'update-owner': rights(findOwner, { owners: ['UpdateItem'], audit: ['PutItem'] }),
  'create-owner-key': rights(keepJournal, sealClaims, makeKeys, findOwner, { owners: ['UpdateItem'] }),
  'list-audit': rights({ audit: ['Query'] }),
  // One transaction writes the device code and the user code; updates count the logins.
  'authorize-device': rights(knowOwnAddress, { deviceCodes: ['PutItem', 'UpdateItem'] }),
  // The transaction that gives the device its key checks that the approving key still exists.
  'get-device-token': rights(keepJournal, makeKeys, listKeys, { deviceCodes: ['UpdateItem'] }),
  'show-device-page': nothing,
  'get-device-request': decideOnDevice,
  'verify-device': decideOnDevice,
  'get-current-user': rights(readSandbox, readSettings),
  'list-organizations': nothing,
  'get-organization-member': nothing,
  'find-organization-member': nothing,
  'list-organization-profiles': rights({ settings: ['GetItem'] }),
} satisfies AreaRights<'accounts'>;
