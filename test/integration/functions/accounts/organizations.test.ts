import { describe, expect, it } from 'vitest';
import { getOrganization } from '../../../../functions/accounts/get-organization.ts';
import { listOrganizations } from '../../../../functions/accounts/list-organizations.ts';
import { switchOrganization } from '../../../../functions/accounts/switch-organization.ts';
import { updateOrganization } from '../../../../functions/accounts/update-organization.ts';
import type { Caller, SignedIn } from '../../../../shared/contract/endpoint/caller.ts';
import { noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { DynamoOrganizationProfiles } from '../../../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { DynamoPeople } from '../../../../shared/domain/accounts/people/dynamo-people.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { aPerson } from '../../../support/accounts/people/a-person.ts';
import { peopleScene, start } from '../../../support/accounts/people/people-scene.ts';
import { someSettings } from '../../../support/accounts/people/some-settings.ts';
import { expectHosted } from '../../../support/hosted/hosted-schema.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const scene = await peopleScene();
const { tables, members, changes } = scene;
const profiles = new DynamoOrganizationProfiles(tables.documents, tables);
const people = new DynamoPeople(tables.documents, tables);
const deps = () => ({ ...settingsScene(), provider: someSettings, members, changes, profiles, now: () => start });

const list = (caller: Partial<Caller>, query = {}, signedIn?: SignedIn) =>
  invoke(listOrganizations, deps(), { caller, query, ...(signedIn ? { signedIn } : {}) });
const get = (caller: Caller, ownerId = caller.ownerId) =>
  invoke(getOrganization, deps(), { caller, params: { org_id: organizationOf(ownerId) } });
const patch = (caller: Partial<Caller> & { ownerId: string }, body: object, ownerId = caller.ownerId) =>
  invoke(updateOrganization, deps(), { caller, body, params: { org_id: organizationOf(ownerId) } });

async function memberOfTwo() {
  const [first, second, person] = [anOwner(), anOwner(), aPerson()];
  const row = { person_id: person.id, status: 'ACTIVE', managed: false, limits: noLimits, revision: 0 } as const;
  const { name, email } = person;
  await scene.put({ ...row, owner_id: first, role: 'admin', joined_at: '2034-01-01T00:00:00.000Z', name, email });
  await scene.put({ ...row, owner_id: second, role: 'viewer', joined_at: '2034-02-01T00:00:00.000Z', name, email });
  return { first, second, person, caller: await scene.callerOf(first, person) };
}

describe('the organizations of a person', () => {
  it('are all of which they are a member, and an API key has only its own', async () => {
    const { first, second, person, caller } = await memberOfTwo();
    await patch(caller, { name: 'Acme' });

    const { body } = await list(caller, {}, person);

    expect(body.items).toMatchObject([
      { id: organizationOf(first), name: 'Acme', contact_name: 'Acme', is_personal: false },
      { id: organizationOf(second), name: second, contact_email: '', is_personal: false },
    ]);
    expect(body).toMatchObject({ current_org_id: organizationOf(first), next_page_id: null });
    expectHosted('OrgPage', body);
    expect((await list(caller, { limit: 1 }, person)).body).toMatchObject({
      items: [{ name: 'Acme' }],
      next_page_id: '1',
    });
    expect((await list(caller, { limit: 1, page_id: 1 }, person)).body.items).toMatchObject([{ name: second }]);
    expect((await list({ ...caller, credential: 'key' })).body.items).toHaveLength(1);
  });

  it('are only those that a switch accepts: not what the provider manages and the token does not give', async () => {
    const { first, second, person, caller } = await memberOfTwo();
    const managed = await members.find(second, person.id);
    if (managed) await scene.put({ ...managed, managed: true });
    const choose = (signedIn: SignedIn) =>
      invoke(switchOrganization, deps(), { caller, signedIn, params: { org_id: organizationOf(second) } });
    const inGroup = { ...person, claimed: { ownerId: null, role: 'member' as const } };

    expect((await list(caller, {}, person)).body.items).toMatchObject([{ id: organizationOf(first) }]);
    expect((await choose(person)).status).toBe(404);
    expect((await list(caller, {}, inGroup)).body.items).toHaveLength(2);
    await changes.signOut(person, 'https://issuer.example.com', start);
    expect((await choose(inGroup)).status).toBe(200);
  });

  it('for an API key that belongs to nobody, is its own as one user', async () => {
    const ownerId = anOwner();

    const { body } = await list({ ownerId });

    const own = { id: organizationOf(ownerId), name: ownerId, contact_name: ownerId, contact_email: '' };
    expect(body.items).toEqual([{ ...own, is_personal: true, credits: null }]);
  });

  it('show their names when one is chosen', async () => {
    const { second, person, caller } = await memberOfTwo();
    await changes.signOut(person, 'https://issuer.example.com', start);
    await patch({ ownerId: second }, { name: 'Second' });

    const { status, body } = await invoke(switchOrganization, deps(), {
      caller,
      signedIn: person,
      params: { org_id: organizationOf(second) },
    });

    expect([status, body.name]).toEqual([200, 'Second']);
    expectHosted('OrgResponse', body);
  });
});

describe('an organization', () => {
  it('has a name, a contact and settings', async () => {
    const { caller } = await scene.anAdmin();
    const contact = { contact_name: 'Grace', contact_email: 'grace@example.com' };

    expect((await get(caller)).body).toMatchObject({ name: caller.ownerId, org_version: 0 });
    const { status, body } = await patch(caller, { name: ' Acme Inc. ', ...contact });

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: organizationOf(caller.ownerId), name: 'Acme Inc.', ...contact, org_version: 1 });
    expect((await get(caller)).body).toEqual(body);
    expectHosted('OrgResponse', body);
    expect((await patch(caller, { contact_email: '' })).body).toMatchObject({ name: 'Acme Inc.', contact_email: '' });
    expect((await patch(caller, {})).body.org_version).toBe(2);
  });

  it('keeps its admins when the change of a name writes the same row', async () => {
    const { caller, ownerId } = await scene.anAdmin();

    await patch(caller, { name: 'Acme' });

    expect(await scene.admins(ownerId)).toBe(1);
  });

  it('is changed by admins, and by API keys that can change settings', async () => {
    const { ownerId } = await scene.anAdmin();
    for (const role of ['viewer', 'member'] as const) {
      const { caller } = await scene.someone(ownerId, role);
      expect((await patch(caller, { name: 'Mine' })).body.code).toBe('insufficient_scope');
      expect((await get(caller)).body.name).toBe(ownerId);
    }
    expect((await patch({ ownerId, scopes: ['settings:read', 'settings:write'] }, { name: 'Ours' })).status).toBe(200);
  });

  it('is absent for strangers', async () => {
    const [{ ownerId }, stranger] = [await scene.anAdmin(), await scene.anAdmin()];

    expect((await get(stranger.caller, ownerId)).status).toBe(404);
    expect((await patch(stranger.caller, { name: 'Mine' }, ownerId)).status).toBe(404);
    expect((await profiles.find(ownerId)).name).toBe(ownerId);
  });

  it('refuses blank names, addresses that are none, and fields with another endpoint', async () => {
    const { caller } = await scene.anAdmin();
    const refused: readonly [body: object, pointer: string][] = [
      [{ name: ' ' }, '#/name'],
      [{ contact_email: 'Ann <ann@example.com>' }, '#/contact_email'],
      [{ agent_settings_diff: { llm: {}, agent: 'x' } }, '#/agent_settings_diff'],
      [{ max_budget_per_task: 3 }, '#/max_budget_per_task'],
    ];
    for (const [body, pointer] of refused) {
      const answer = await patch(caller, body);
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
    }
  });

  it('is changed after a lost race, with what the other change wrote', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const read = await profiles.find(ownerId);
    await profiles.change(read, { contactName: 'Grace' }, 'other', start);
    await expect(profiles.change(read, { name: 'Late' }, 'late', start)).rejects.toThrow(VersionConflictError);

    let isFirst = true;
    const racing = {
      find: async (id: string) => {
        const found = await profiles.find(id);
        if (isFirst) await profiles.change(found, { contactEmail: 'grace@example.com' }, 'other', start);
        isFirst = false;
        return found;
      },
      change: profiles.change.bind(profiles),
    };
    const params = { org_id: organizationOf(ownerId) };
    const { body } = await invoke(
      updateOrganization,
      { ...deps(), profiles: racing },
      { caller, body: { name: 'Acme' }, params },
    );

    expect(body).toMatchObject({ name: 'Acme', contact_name: 'Grace', contact_email: 'grace@example.com' });
  });
});

it('people are found with the times of their sign-ins', async () => {
  const person = aPerson();
  await changes.signOut(person, 'https://issuer.example.com', start);

  const found = await people.findMany([person.id, 'nobody']);

  expect(found).toMatchObject([{ person_id: person.id, last_sign_in_at: start.toISOString() }]);
});
