import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../../functions/accounts/sign-in.ts';
import type { SignedIn } from '../../../../shared/contract/endpoint/caller.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { DynamoMemberStore } from '../../../../shared/domain/accounts/people/dynamo-member-store.ts';
import { DynamoSignIns } from '../../../../shared/domain/accounts/people/dynamo-sign-ins.ts';
import { isActive } from '../../../../shared/domain/accounts/people/member-record.ts';
import { personIdOf } from '../../../../shared/domain/accounts/people/person.ts';
import type { SignInDeps } from '../../../../shared/domain/accounts/people/sign-in.ts';
import { someSettings } from '../../../support/accounts/people/some-settings.ts';
import { aRequest } from '../../../support/http/a-caller.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const start = new Date('2035-01-01T12:00:00.000Z');
const tables = await useServiceTables();
const members = new DynamoMemberStore(tables.documents, tables);

function depsWith(change: Partial<SignInDeps['settings']> = {}): SignInDeps {
  const settings = { ...someSettings, ...change };
  return { settings, members, signIns: new DynamoSignIns(tables.documents, tables, settings), now: () => start };
}

let people = 0;

/** A person whom no other test has. */
function aPerson(change: Partial<SignedIn> = {}): SignedIn {
  people += 1;
  const subject = `subject-${people}`;
  return {
    id: personIdOf(someSettings.issuer, subject),
    subject,
    issuedAt: start.getTime() / 1000,
    name: 'Ada Lovelace',
    email: `ada-${people}@example.com`,
    isEmailVerified: true,
    picture: null,
    claimed: { ownerId: null, role: null },
    ...change,
  };
}

const send = (person: SignedIn, deps: SignInDeps) => invoke(signIn, deps, { signedIn: person });

const ofOwners = (claims = { ...someSettings.claims, owner: 'org' }) => depsWith({ claims });

describe('sign-in', () => {
  it('records a person who is a member of no owner', async () => {
    const person = aPerson();

    const { status, body } = await send(person, depsWith());

    const { id, email, name, picture } = person;
    expect([status, body]).toEqual([
      200,
      { user: { id, email, name, picture }, memberships: [], current_owner_id: null },
    ]);
    expect((await members.known(id)).person).toMatchObject({
      issuer: someSettings.issuer,
      subject: person.subject,
      first_sign_in_at: start.toISOString(),
    });
  });

  it('does not accept an API key', async () => {
    const { status, body } = await invoke(signIn, depsWith(), { caller: {} });

    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it('makes the person a member of the owner in the claim, with the role of the groups, and counts admins', async () => {
    const owner_id = anOwner();
    const person = aPerson({ claimed: { ownerId: owner_id, role: 'admin' } });

    const { body } = await send(person, ofOwners());

    const membership = { owner_id, org_id: organizationOf(owner_id), role: 'admin' };
    expect(body).toMatchObject({ memberships: [membership], current_owner_id: owner_id });
    expect(await adminsOf(owner_id)).toBe(1);
    expect(await actionsOf(owner_id)).toEqual(['member.joined']);
  });

  it('makes one member of two sign-ins at once', async () => {
    const ownerId = anOwner();
    const person = aPerson({ claimed: { ownerId, role: 'admin' } });

    const answers = await Promise.all(Array.from({ length: 5 }, () => send(person, ofOwners())));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await adminsOf(ownerId)).toBe(1);
  });

  it('follows groups up and down, also for the last admin', async () => {
    const ownerId = anOwner();
    const person = aPerson({ claimed: { ownerId, role: 'admin' } });
    await send(person, ofOwners());

    const { body } = await send({ ...person, claimed: { ownerId, role: 'viewer' } }, ofOwners());

    expect(body.memberships).toMatchObject([{ role: 'viewer' }]);
    expect(await adminsOf(ownerId)).toBe(0);
    await send({ ...person, claimed: { ownerId, role: null } }, ofOwners());
    expect(await members.find(ownerId, person.id)).toMatchObject({ role: 'member' });
  });

  it('goes on for members of other owners when the assigned one was deleted, and makes no row there', async () => {
    const [ownerId, gone] = [anOwner(), anOwner()];
    const person = aPerson({ claimed: { ownerId, role: 'member' } });
    await send(person, ofOwners());
    const row = { owner_id: gone, deleting_at: start.toISOString() };
    await tables.documents.send(new PutCommand({ TableName: tables.owners, Item: row }));
    const claims = { email: `ada-${people}@deleted.example` };
    const mapped = depsWith({ signUp: { 'deleted.example': gone } });

    expect((await send({ ...person, ...claims }, mapped)).status).toBe(200);
    expect((await send(aPerson(claims), mapped)).body.code).toBe('conflict');
    expect(await members.find(gone, person.id)).toBeUndefined();
  });

  it('revives no row of a member that was deleted meanwhile', async () => {
    const ownerId = anOwner();
    const person = aPerson({ claimed: { ownerId, role: 'member' } });
    await send(person, ofOwners());
    const member = await members.find(ownerId, person.id);
    if (!member) throw new Error('no member');
    const Key = { person_id: person.id, owner_id: ownerId };
    await tables.documents.send(new DeleteCommand({ TableName: tables.members, Key }));

    const { signIns } = depsWith();
    const late = signIns.follow(member, { ...member, name: 'Ada King' }, aRequest, start);

    await expect(late).rejects.toThrow('Another request is changing');
    expect(await members.find(ownerId, person.id)).toBeUndefined();
  });

  it('shows no membership of an owner that the claim no longer names', async () => {
    const [ownerId, other] = [anOwner(), anOwner()];
    const person = aPerson({ claimed: { ownerId, role: 'admin' } });
    await send(person, ofOwners());

    const { body } = await send({ ...person, claimed: { ownerId: other, role: null } }, ofOwners());

    expect(body).toMatchObject({ memberships: [{ owner_id: other, role: 'member' }], current_owner_id: other });
    expect(await members.find(ownerId, person.id)).toMatchObject({ role: 'admin' });
    // The groups are those of the named owner.
    await send({ ...person, claimed: { ownerId: other, role: 'viewer' } }, ofOwners());
    expect(await members.find(ownerId, person.id)).toMatchObject({ role: 'admin' });
  });

  it('makes people with a verified address of a domain members, and no others', async () => {
    const ownerId = anOwner();
    const deps = depsWith({ signUp: { 'example.com': ownerId } });

    const { body } = await send(aPerson(), deps);

    expect(body.memberships).toMatchObject([{ owner_id: ownerId, role: 'member' }]);
    const strangers = [
      aPerson({ isEmailVerified: false }),
      aPerson({ email: 'ada@evil.example.com' }),
      aPerson({ email: 'ada@example.com.evil.org' }),
      aPerson({ email: 'example.com@evil.org' }),
      aPerson({ email: null }),
    ];
    for (const person of strangers) expect((await send(person, deps)).body.memberships).toEqual([]);
  });

  it.each(['closed', 'invited'] as const)('makes nobody a member when sign-up is %s', async (signUp) => {
    expect((await send(aPerson(), depsWith({ signUp }))).body.memberships).toEqual([]);
  });

  it('makes nobody a member when sign-up is closed, whatever the claim says', async () => {
    const person = aPerson({ claimed: { ownerId: anOwner(), role: 'admin' } });
    const claims = { ...someSettings.claims, owner: 'org' };

    expect((await send(person, depsWith({ claims, signUp: 'closed' }))).body.memberships).toEqual([]);
  });

  it('does not bring back a removed member', async () => {
    const ownerId = anOwner();
    const deps = depsWith({ signUp: { 'example.com': ownerId } });
    const person = aPerson();
    await send(person, deps);
    await setRow(person.id, ownerId, 'REMOVED');

    expect((await send(person, deps)).body.memberships).toEqual([]);
    const row = await members.find(ownerId, person.id);
    expect(row && isActive(row)).toBe(false);
  });

  it('updates name and address in all memberships', async () => {
    const ownerId = anOwner();
    const deps = depsWith({ signUp: { 'example.com': ownerId } });
    const person = aPerson();
    await send(person, deps);

    await send({ ...person, name: 'Ada King' }, deps);

    expect(await members.find(ownerId, person.id)).toMatchObject({ name: 'Ada King' });
    expect((await members.known(person.id)).person).toMatchObject({ name: 'Ada King' });
  });

  it('takes an address that the provider does not vouch for into no row', async () => {
    const ownerId = anOwner();
    const deps = depsWith({ signUp: { 'example.com': ownerId } });
    const person = aPerson();
    await send(person, deps);

    const { body } = await send({ ...person, email: 'boss@example.com', isEmailVerified: false }, deps);

    expect(body.user.email).toBe('boss@example.com');
    expect(await members.find(ownerId, person.id)).toMatchObject({ email: null });
    expect((await members.known(person.id)).person).toMatchObject({ email: null });
  });
});

async function adminsOf(ownerId: string): Promise<unknown> {
  const command = new GetCommand({ TableName: tables.owners, Key: { owner_id: ownerId }, ConsistentRead: true });
  return (await tables.documents.send(command)).Item?.admins;
}

async function actionsOf(ownerId: string): Promise<readonly unknown[]> {
  const { Items = [] } = await tables.documents.send(
    new QueryCommand({
      TableName: tables.audit,
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': ownerId },
    }),
  );
  return Items.map(({ action }) => action);
}

async function setRow(person_id: string, owner_id: string, status: string): Promise<void> {
  await tables.documents.send(
    new UpdateCommand({
      TableName: tables.members,
      Key: { person_id, owner_id },
      UpdateExpression: 'SET #status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status },
    }),
  );
}
