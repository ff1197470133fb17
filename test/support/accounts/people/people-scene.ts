import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { acceptInvitation } from '../../../../functions/accounts/accept-invitation.ts';
import { endMemberSessions } from '../../../../functions/accounts/end-member-sessions.ts';
import { inviteMembers } from '../../../../functions/accounts/invite-members.ts';
import { listInvitations } from '../../../../functions/accounts/list-invitations.ts';
import { listMembers } from '../../../../functions/accounts/list-members.ts';
import { removeMember } from '../../../../functions/accounts/remove-member.ts';
import { revokeInvitation } from '../../../../functions/accounts/revoke-invitation.ts';
import { updateMember } from '../../../../functions/accounts/update-member.ts';
import type { Caller, SignedIn } from '../../../../shared/contract/endpoint/caller.ts';
import { limitsSet, noLimits, type SomeLimits } from '../../../../shared/contract/shapes/limits.ts';
import type { Role } from '../../../../shared/contract/shapes/roles.ts';
import { DynamoInvitations } from '../../../../shared/domain/accounts/invitations/dynamo-invitations.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { KeyJournal } from '../../../../shared/domain/accounts/keys/key-journal.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { DynamoOrganizationProfiles } from '../../../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { countAdminsIn } from '../../../../shared/domain/accounts/people/admin-count.ts';
import { DynamoMemberStore } from '../../../../shared/domain/accounts/people/dynamo-member-store.ts';
import { DynamoMembers } from '../../../../shared/domain/accounts/people/dynamo-members.ts';
import { type MemberRecord, memberRow } from '../../../../shared/domain/accounts/people/member-record.ts';
import { callerAs } from '../../../../shared/domain/accounts/people/membership.ts';
import type { OidcSettings } from '../../../../shared/domain/accounts/people/oidc-settings.ts';
import { noEdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { DynamoSandboxStore } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import type { Mail } from '../../../../shared/platform/aws/mail.ts';
import { certain, type Part, transact } from '../../../../shared/platform/aws/transact.ts';
import { epochSeconds } from '../../../../shared/platform/clock.ts';
import { invoke } from '../../http/invoke.ts';
import { anOwner } from '../../http/walk.ts';
import { useServiceTables } from '../../service-tables.ts';
import { aPerson } from './a-person.ts';
import { someSettings } from './some-settings.ts';

/** Ahead of the real clock, because the database removes expired rows by its own clock. */
export const start = new Date('2035-01-01T12:00:00.000Z');

/** A member who signed in, as the authorizer passes them on. */
export interface Someone {
  readonly person: SignedIn;
  readonly caller: Caller;
}

/** The endpoints of members with separate tables for the tests of one file. */
export async function peopleScene() {
  const tables = await useServiceTables();
  const { documents } = tables;
  const [members, changes] = [new DynamoMemberStore(documents, tables), new DynamoMembers(documents, tables)];
  const invitations = new DynamoInvitations(documents, tables);
  const [keys, journal] = [new DynamoKeyStore(documents, tables), new KeyJournal(tables)];
  const countAdmins = countAdminsIn(tables.owners);
  const write = (parts: readonly Part[]) => transact(documents, parts);
  const profiles = new DynamoOrganizationProfiles(tables.documents, tables);
  const sandboxes = new DynamoSandboxStore(documents, tables);
  const common = {
    ...{ members, changes, invitations, keys, journal, countAdmins, write, profiles },
    ...{ sandboxes, edge: noEdgeEntries },
  };
  const settings: Pick<OidcSettings, 'issuer' | 'signUp'> = someSettings;
  const depsAt = (now = start) => ({ ...common, settings, mail: undefined as Mail | undefined, now: () => now });
  const inviteDeps = (now = start) => ({ ...depsAt(now), members: changes });
  const params = (ownerId: string) => ({ org_id: organizationOf(ownerId) });

  async function put(member: MemberRecord): Promise<void> {
    await write([
      certain({ Put: { TableName: tables.members, Item: memberRow(member) } }),
      countAdmins({ ownerId: member.owner_id, from: undefined, to: member.role }, 'test', start),
    ]);
  }

  /** The row as of now, as a caller. */
  async function callerOf(ownerId: string, person: SignedIn): Promise<Caller> {
    const record = await members.find(ownerId, person.id);
    if (!record) throw new Error('no member');
    return callerAs({ record, role: record.role }, person, { scheme: 'bearer', issuedAt: epochSeconds(start) });
  }

  return {
    ...{ tables, members, changes, invitations, keys, journal, sandboxes, depsAt, inviteDeps, params, callerOf, put },
    async someone(ownerId: string, role: Role, change: Partial<MemberRecord> = {}): Promise<Someone> {
      const person = aPerson();
      const { id: person_id, email, name } = person;
      const joined_at = start.toISOString();
      const row = { person_id, owner_id: ownerId, role, status: 'ACTIVE' as const, managed: false, joined_at };
      await put({ ...row, email, name, limits: noLimits, revision: 0, ...change });
      return { person, caller: await callerOf(ownerId, person) };
    },
    async anAdmin(): Promise<Someone & { readonly ownerId: string }> {
      const ownerId = anOwner();
      return { ...(await this.someone(ownerId, 'admin')), ownerId };
    },
    invite: (caller: Caller, body: unknown = {}, deps = inviteDeps()) =>
      invoke(inviteMembers, deps, {
        caller,
        body,
        params: params(caller.ownerId),
        stageVariables: { consoleUrl: 'https://console.example.com' },
      }),
    /** One invitation by link. */
    async aLink(role = 'member') {
      const admin = await this.anAdmin();
      const { body } = await this.invite(admin.caller, { role });
      return { ...admin, ...(body.successful[0] as { readonly id: number; readonly token: string }) };
    },
    accept: (token: string, signedIn: SignedIn, deps = depsAt()) =>
      invoke(acceptInvitation, deps, { signedIn, body: { token } }),
    pending: (caller: Caller, now = start) =>
      invoke(
        listInvitations,
        { invitations, sendsMail: false, now: () => now },
        { caller, params: params(caller.ownerId) },
      ),
    revoke: (caller: Caller, id: number, deps = depsAt()) =>
      invoke(revokeInvitation, deps, { caller, params: { ...params(caller.ownerId), invitation_id: String(id) } }),
    list: (caller: Caller, query: Readonly<Record<string, string | number>> = {}) =>
      invoke(listMembers, { members: changes }, { caller, query, params: params(caller.ownerId) }),
    update: (caller: Caller, userId: string, body: unknown, deps = depsAt()) =>
      invoke(updateMember, deps, { caller, body, params: { ...params(caller.ownerId), user_id: userId } }),
    remove: (caller: Caller, userId: string, query: Readonly<Record<string, string>> = {}, deps = depsAt()) =>
      invoke(removeMember, deps, { caller, query, params: { ...params(caller.ownerId), user_id: userId } }),
    endSessions: (caller: Caller, userId: string, deps = depsAt()) =>
      invoke(endMemberSessions, deps, { caller, params: { ...params(caller.ownerId), user_id: userId } }),
    async admins(ownerId: string): Promise<unknown> {
      const command = new GetCommand({ TableName: tables.owners, Key: { owner_id: ownerId }, ConsistentRead: true });
      return (await documents.send(command)).Item?.admins;
    },
    /** The audit entries of an owner: the action and the person. */
    async recorded(ownerId: string): Promise<readonly (readonly unknown[])[]> {
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName: tables.audit,
          KeyConditionExpression: 'owner_id = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
        }),
      );
      return Items.map(({ action, actor_type, person_id }) => [action, actor_type, person_id]);
    },
    /** The deps in which another process changes something just before the first write of a kind. */
    before<D extends object, Name extends keyof D>(deps: D, name: Name, meanwhile: () => Promise<unknown>): D {
      let isDone = false;
      const once = async () => {
        if (isDone) return;
        isDone = true;
        await meanwhile();
      };
      const found = deps[name] as unknown;
      const replaced =
        typeof found === 'function'
          ? async (...args: unknown[]) => {
              await once();
              return found(...args);
            }
          : found;
      return { ...deps, [name]: replaced };
    },
    limited: (limits: SomeLimits) => ({ ...noLimits, ...limitsSet(limits) }),
  };
}
