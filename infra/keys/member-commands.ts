import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { openInvitation } from '../../shared/contract/accounts/invitations.ts';
import { isMailAddress } from '../../shared/contract/shapes/mail-address.ts';
import { grantableRoles, type Role } from '../../shared/contract/shapes/roles.ts';
import { DynamoInvitations } from '../../shared/domain/accounts/invitations/dynamo-invitations.ts';
import { invite, MOST_DAYS } from '../../shared/domain/accounts/invitations/invite.ts';
import { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { OPERATOR } from '../../shared/domain/accounts/keys/issue-key.ts';
import { KeyJournal } from '../../shared/domain/accounts/keys/key-journal.ts';
import { removeMemberBy } from '../../shared/domain/accounts/members/manage-members.ts';
import { memberView } from '../../shared/domain/accounts/members/member-view.ts';
import { countAdminsIn, unlessDeleted } from '../../shared/domain/accounts/people/admin-count.ts';
import { DynamoMemberStore } from '../../shared/domain/accounts/people/dynamo-member-store.ts';
import { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import { type Part, transact } from '../../shared/platform/aws/transact.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { findService, operator, type Target } from './find-service.ts';
import { ownerOf } from './key-commands.ts';
import { expiryAfter, type Values } from './options.ts';

const { path: acceptPath } = openInvitation;

/** Invites the first admin of an owner, or others, and prints the link. @throws UserError; AppError */
export async function inviteMember(values: Values): Promise<void> {
  const ownerId = ownerOf(values.owner);
  const role = roleOf(values.role);
  const email = emailOf(values.email);
  const now = new Date();
  const end = endOf(values['expires-in'], now);
  const { documents, invitations, changes, journal, baseUrl, owners } = await openStores(values);
  const deps = { invitations, members: changes, journal, write: writeTo(documents), now: () => now };
  const conditions = [unlessDeleted(owners, ownerId)];
  const inviter = { id: OPERATOR, email: null, name: null, author: operator, conditions };
  const emails = email === undefined ? undefined : [email];
  const { made, failed } = await invite({ ownerId, emails, role, expires_at: end }, inviter, deps);
  const [first] = made;
  if (!first) throw new UserError(failed[0]?.error ?? 'There is nothing to do.');
  const url = linkOf(baseUrl, first.token);
  const until = new Date(first.record.expires_at * 1000).toISOString();
  if (values.json) {
    const { invitation_id: id } = first.record;
    const shown = { id, owner: ownerId, email: email ?? null, role, expires_at: until, url, token: first.token };
    return console.log(JSON.stringify(shown));
  }
  console.log(`${url}\n`);
  const who = email === undefined ? 'The first person who accepts it' : email;
  console.log(`${who} can become ${role} of ${ownerId} until ${until}. The link is shown only once.`);
  if ((await changes.ofOwner(ownerId)).length === 0) console.log(`The owner ${ownerId} has no members yet.`);
}

/** It leads to the web console if there is one. Browsers send no fragment to servers, so no log has the token. */
function linkOf(baseUrl: string, token: string): string {
  return `${baseUrl}${acceptPath}#token=${token}`;
}

export async function listOwnerMembers(values: Values): Promise<void> {
  const ownerId = ownerOf(values.owner);
  const { changes } = await openStores(values);
  const members = await changes.ofOwner(ownerId);
  if (values.json) return console.log(JSON.stringify(members.map(memberView)));
  if (members.length === 0) return console.log(`Owner ${ownerId} has no members.`);
  for (const { person_id: id, role, email, name } of members)
    console.log([id, role.padEnd(8), email ?? '-', name ?? ''].join('  ').trimEnd());
}

/** @throws UserError; NotFoundError; AppError `conflict` for the last admin */
export async function removeOwnerMember(values: Values, userId: string | undefined): Promise<void> {
  const ownerId = ownerOf(values.owner);
  if (!userId) throw new UserError('Name the member: npm run members -- remove USER_ID. `list` shows the IDs.');
  const { keys = 'keep' } = values;
  if (keys !== 'keep' && keys !== 'revoke') throw new UserError('--keys: Use keep or revoke.');
  const { members, changes, keys: store, journal, owners } = await openStores(values);
  const now = () => new Date();
  const countAdmins = countAdminsIn(owners);
  const by = { ownerId, id: OPERATOR, author: operator };
  const revoked = await removeMemberBy(userId, keys, by, { members, changes, countAdmins, keys: store, journal, now });
  if (values.json) return console.log(JSON.stringify({ user_id: userId, removed: true, keys: revoked }));
  const ended = revoked === null ? 'API keys of this person stay valid.' : `${revoked.revoked} API keys are revoked.`;
  console.log(`${userId} is no longer a member of ${ownerId}. ${ended}`);
}

/** @throws UserError for more than the service allows */
function endOf(within: string | undefined, now: Date): string | null {
  if (within === undefined) return null;
  const end = expiryAfter(within, now);
  if (end.getTime() - now.getTime() <= MOST_DAYS * 86_400_000) return end.toISOString();
  throw new UserError(`--expires-in: Must be at most ${MOST_DAYS}d.`);
}

function roleOf(text = 'member'): Role {
  const role = grantableRoles.find((one) => one === text);
  if (role === undefined) throw new UserError(`--role: Use ${grantableRoles.join(', ')}.`);
  return role;
}

function emailOf(text: string | undefined): string | undefined {
  if (text === undefined || isMailAddress(text)) return text?.toLowerCase();
  throw new UserError(`--email: '${text}' is not a mail address.`);
}

const writeTo = (documents: DynamoDBDocumentClient) => (parts: readonly Part[]) => transact(documents, parts);

async function openStores(target: Target) {
  const { client, outputs } = await findService(
    target,
    ...(['ApiKeysTable', 'OwnersTable', 'AuditTable', 'IntegratorEventsTable'] as const),
    ...(['MembersTable', 'InvitationsTable', 'BaseUrl'] as const),
  );
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const tables = { members: outputs.MembersTable };
  return {
    documents,
    baseUrl: outputs.BaseUrl.replace(/\/$/, ''),
    owners: outputs.OwnersTable,
    keys: new DynamoKeyStore(documents, { apiKeys: outputs.ApiKeysTable }),
    members: new DynamoMemberStore(documents, tables),
    changes: new DynamoMembers(documents, tables),
    invitations: new DynamoInvitations(documents, { invitations: outputs.InvitationsTable }),
    journal: new KeyJournal({ audit: outputs.AuditTable, integratorEvents: outputs.IntegratorEventsTable }),
  };
}
