import {
  changeEntries,
  keepJournal,
  knowOwnAddress,
  listKeys,
  listMembers,
  makeKeys,
  manageMembers,
  nothing,
  readSandbox,
  readSettings,
  sealClaims,
  writeSandbox,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** Reads the calling key again. The write fails when that key no longer exists. */
const changeKeys = rights(keepJournal, { apiKeys: ['GetItem', 'UpdateItem'] });

/** People make keys while they are members. */
const checkMember = rights({ members: ['ConditionCheckItem'] });

/** An owner without a row is found by their keys. */
const findOwner = rights(listKeys, { owners: ['GetItem'] });

/** Counts the code and finds the device. The device gets no more than the calling key has. */
const decideOnDevice = rights({ deviceCodes: ['GetItem', 'UpdateItem'], apiKeys: ['GetItem'] });

/** Changes a member with the count of admins. */
const changeMembers = rights(manageMembers, { owners: ['UpdateItem'] });

export const accountsRights = {
  'list-keys': rights(listKeys, listMembers),
  'create-key': rights(keepJournal, sealClaims, makeKeys, listKeys, checkMember),
  'get-key': rights({ apiKeys: ['GetItem'], members: ['GetItem'] }),
  // Also rotates the session keys that a compromised key could see.
  'revoke-key': rights(changeKeys, writeSandbox, changeEntries, { sandboxes: ['created_at_index'] }),
  'rotate-key': rights(keepJournal, sealClaims, makeKeys, checkMember, {
    apiKeys: ['UpdateItem'],
    members: ['GetItem'],
  }),
  'get-current-key': nothing,
  authorize: rights({
    // The authorizer periodically records when a key was last used.
    apiKeys: ['GetItem', 'UpdateItem'],
    // It counts each call, and removes the count of a key that does not exist.
    apiCalls: ['UpdateItem'],
    owners: ['GetItem'],
    // A person with all memberships, and the member to whom a key belongs.
    members: ['Query', 'GetItem'],
    variables: ['REQUESTS_PER_MINUTE', 'DEPLOYMENT', 'OIDC'],
  }),
  'sign-in': rights({
    members: ['Query', 'PutItem', 'UpdateItem'],
    owners: ['UpdateItem'],
    audit: ['PutItem'],
    variables: ['OIDC'],
  }),
  'sign-out': rights({ members: ['UpdateItem'], variables: ['OIDC'] }),
  'list-members': listMembers,
  'count-members': listMembers,
  'update-member': changeMembers,
  // Also marks the keys of a removed member, and rotates the session keys that the member could see.
  'remove-member': rights(changeMembers, keepJournal, listKeys, writeSandbox, changeEntries, {
    apiKeys: ['UpdateItem'],
    sandboxes: ['created_at_index'],
  }),
  'end-member-sessions': manageMembers,
  'switch-organization': rights({
    members: ['Query', 'ConditionCheckItem', 'UpdateItem'],
    owners: ['GetItem'],
    variables: ['OIDC'],
  }),
  'invite-members': rights(listMembers, {
    invitations: ['Query', 'PutItem'],
    // The transaction checks that the caller may still do this.
    members: ['ConditionCheckItem'],
    apiKeys: ['ConditionCheckItem'],
    audit: ['PutItem'],
    mail: ['send'],
    variables: ['MAIL_FROM'],
  }),
  'list-invitations': rights({ invitations: ['Query'], variables: ['MAIL_FROM'] }),
  'revoke-invitation': rights({
    invitations: ['UpdateItem'],
    members: ['ConditionCheckItem'],
    apiKeys: ['ConditionCheckItem'],
    audit: ['PutItem'],
  }),
  'open-invitation': nothing,
  'accept-invitation': rights(listMembers, {
    invitations: ['GetItem', 'UpdateItem'],
    members: ['Query', 'PutItem', 'UpdateItem'],
    // Also shows the name of the organization.
    owners: ['UpdateItem', 'GetItem'],
    audit: ['PutItem'],
    variables: ['OIDC'],
  }),
  'create-owner': rights(keepJournal, sealClaims, makeKeys, listKeys, checkMember, { owners: ['PutItem'] }),
  'list-owners': rights({ owners: ['Scan'] }),
  'get-owner': findOwner,
  'update-owner': rights(keepJournal, findOwner, { owners: ['UpdateItem'] }),
  'delete-owner': rights(findOwner, { owners: ['UpdateItem'], audit: ['PutItem'], workers: ['erase-owner'] }),
  'create-owner-key': rights(keepJournal, sealClaims, makeKeys, findOwner, checkMember, { owners: ['UpdateItem'] }),
  'list-audit': rights({ audit: ['Query'] }),
  // One transaction writes the device code and the user code; updates count the logins.
  'authorize-device': rights(knowOwnAddress, { deviceCodes: ['PutItem', 'UpdateItem'] }),
  // The transaction that gives the device its key checks that the approving key still exists.
  'get-device-token': rights(keepJournal, makeKeys, listKeys, checkMember, {
    members: ['GetItem'],
    deviceCodes: ['UpdateItem'],
  }),
  'show-device-page': nothing,
  'get-device-request': decideOnDevice,
  'verify-device': decideOnDevice,
  'get-current-user': rights(readSandbox, readSettings, { members: ['Query'], owners: ['GetItem'] }),
  // All organizations of a person, with their names.
  'list-organizations': rights({ members: ['Query'], owners: ['BatchGetItem'], variables: ['OIDC'] }),
  'get-organization': rights(readSettings, { owners: ['GetItem'] }),
  'update-organization': rights(readSettings, { owners: ['GetItem', 'UpdateItem'] }),
  'get-organization-member': nothing,
  'find-organization-member': rights({ members: ['GetItem'] }),
  'list-organization-profiles': rights({ settings: ['GetItem'] }),
} satisfies AreaRights<'accounts'>;
