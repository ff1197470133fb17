import { AuditJournal } from '../domain/accounts/audit/audit-journal.ts';
import { DynamoDeviceCodes, DynamoRedeemableCodes } from '../domain/accounts/device/dynamo-device-codes.ts';
import type { AcceptDeps } from '../domain/accounts/invitations/accept.ts';
import { DynamoInvitations } from '../domain/accounts/invitations/dynamo-invitations.ts';
import type { InviteDeps } from '../domain/accounts/invitations/invite.ts';
import { DynamoKeyStore } from '../domain/accounts/keys/dynamo-key-store.ts';
import { KeyJournal } from '../domain/accounts/keys/key-journal.ts';
import type { ChangeMembersDeps, ChangeRolesDeps, RemoveDeps } from '../domain/accounts/members/manage-members.ts';
import { DynamoOrganizationProfiles } from '../domain/accounts/owners/dynamo-organization-profiles.ts';
import { DynamoOwnerStore } from '../domain/accounts/owners/dynamo-owner-store.ts';
import { countAdminsIn } from '../domain/accounts/people/admin-count.ts';
import { DynamoMemberStore } from '../domain/accounts/people/dynamo-member-store.ts';
import { DynamoMembers } from '../domain/accounts/people/dynamo-members.ts';
import { DynamoPeople } from '../domain/accounts/people/dynamo-people.ts';
import { DynamoSignIns } from '../domain/accounts/people/dynamo-sign-ins.ts';
import { type OidcSettings, oidcSettings } from '../domain/accounts/people/oidc-settings.ts';
import type { OwnMembershipsDeps } from '../domain/accounts/people/own-memberships.ts';
import type { SignInDeps } from '../domain/accounts/people/sign-in.ts';
import { RequestWindows } from '../domain/accounts/windows/request-windows.ts';
import { documents } from '../platform/aws/documents.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { type Mail, SesMail } from '../platform/aws/mail.ts';
import { type Part, transact } from '../platform/aws/transact.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv } from '../platform/env.ts';
import type { Tables, WorkerName } from '../rights/statement.ts';

type Journalled = Tables<'apiKeys' | 'audit' | 'integratorEvents'>;

export const keyStore = (granted: Tables<'apiKeys'>) => new DynamoKeyStore(documents(), granted);

export const memberStore = (granted: Tables<'members'>) => new DynamoMemberStore(documents(), granted);

export const people = (granted: Tables<'members'>) => new DynamoPeople(documents(), granted);

export const signInDeps = (granted: Tables<'members' | 'owners' | 'audit'>): SignInDeps => {
  const settings = requireProvider();
  const signIns = new DynamoSignIns(documents(), granted, settings);
  return { settings, members: memberStore(granted), signIns, now: systemClock };
};

/** API keys are identified without a provider. */
export const ownMembershipsDeps = (granted: Tables<'members'>): OwnMembershipsDeps => ({
  members: memberStore(granted),
  provider: oidcSettings(),
});

export const memberChanges = (granted: Tables<'members'>) => new DynamoMembers(documents(), granted);

export const changeMembersDeps = (granted: Tables<'members' | 'apiKeys' | 'audit'>): ChangeMembersDeps => ({
  ...{ members: memberStore(granted), changes: memberChanges(granted), keys: keyStore(granted) },
  ...{ journal: new AuditJournal(granted), now: systemClock },
});

export const changeRolesDeps = (granted: Tables<'members' | 'owners' | 'apiKeys' | 'audit'>): ChangeRolesDeps => ({
  ...changeMembersDeps(granted),
  countAdmins: countAdminsIn(granted.owners),
});

export const removeMemberDeps = (granted: Journalled & Tables<'members' | 'owners'>): RemoveDeps => ({
  countAdmins: countAdminsIn(granted.owners),
  ...changeKeysDeps(granted),
});

export const invitationStore = (granted: Tables<'invitations'>) => new DynamoInvitations(documents(), granted);

/** Undefined if the deployment sends no mail. */
export function deploymentMail(): Mail | undefined {
  const from = optionalEnv('MAIL_FROM');
  return from === undefined ? undefined : new SesMail(from);
}

const write = (parts: readonly Part[]) => transact(documents(), parts);

export const inviteDeps = (granted: Tables<'invitations' | 'members' | 'audit'>): InviteDeps => ({
  ...{ invitations: invitationStore(granted), members: memberChanges(granted) },
  ...{ journal: new AuditJournal(granted), write, now: systemClock },
});

export const acceptDeps = (granted: Tables<'invitations' | 'members' | 'owners' | 'audit'>): AcceptDeps => ({
  settings: requireProvider(),
  ...{ invitations: invitationStore(granted), members: memberStore(granted), changes: memberChanges(granted) },
  ...{ countAdmins: countAdminsIn(granted.owners), journal: new AuditJournal(granted), write, now: systemClock },
});

function requireProvider(): OidcSettings {
  const settings = oidcSettings();
  // Without one, the authorizer accepts no person.
  if (!settings) throw new Error('the deployment has no identity provider');
  return settings;
}

export const callerLookup = (granted: Tables<'apiKeys' | 'members'>) => ({
  keys: keyStore(granted),
  members: memberStore(granted),
});

export const keyJournal = (granted: Tables<'audit' | 'integratorEvents'>) => new KeyJournal(granted);

export const organizationProfiles = (granted: Tables<'owners'>) => new DynamoOrganizationProfiles(documents(), granted);

export const ownerStore = (granted: Tables<'owners'>) => new DynamoOwnerStore(documents(), granted);

export const revokeKeysDeps = (granted: Journalled) => ({
  keys: keyStore(granted),
  journal: keyJournal(granted),
  now: systemClock,
});

export const changeKeysDeps = (granted: Journalled & Tables<'members'>) => ({
  ...revokeKeysDeps(granted),
  members: memberStore(granted),
  changes: memberChanges(granted),
});

/** A deletion publishes no event: its receivers are deleted, too. */
export const deleteOwnerDeps = (granted: Tables<'apiKeys' | 'owners' | 'audit'>) => ({
  keys: keyStore(granted),
  owners: ownerStore(granted),
  journal: new AuditJournal(granted),
  now: systemClock,
});

export const changeOwnerDeps = (granted: Journalled & Tables<'owners'>) => ({
  ...revokeKeysDeps(granted),
  owners: ownerStore(granted),
});

export const administerDeps = (granted: Journalled & Tables<'owners' | 'members'>) => ({
  ...changeKeysDeps(granted),
  owners: ownerStore(granted),
});

/** Starts the worker that deletes an owner; returns once Lambda has accepted the invocation. */
export const eraseOwner = ({ 'erase-owner': worker }: { readonly 'erase-owner': WorkerName<'erase-owner'> }) => {
  const workers = new LambdaWorkers();
  return (ownerId: string) => workers.start(worker, { owner_id: ownerId });
};

export const deviceCodes = (granted: Tables<'deviceCodes'>) => new DynamoDeviceCodes(documents(), granted);

export const requestWindows = (granted: Tables<'deviceCodes'>) => new RequestWindows(documents(), granted);

export const redeemableCodes = (granted: Tables<'deviceCodes' | 'apiKeys'>) =>
  new DynamoRedeemableCodes(documents(), granted);
