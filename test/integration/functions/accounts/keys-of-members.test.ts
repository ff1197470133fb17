import { describe, expect, it } from 'vitest';
import { createKey } from '../../../../functions/accounts/create-key.ts';
import { createOwner } from '../../../../functions/accounts/create-owner.ts';
import { createOwnerKey } from '../../../../functions/accounts/create-owner-key.ts';
import { getKey } from '../../../../functions/accounts/get-key.ts';
import { listKeys } from '../../../../functions/accounts/list-keys.ts';
import { revokeKey } from '../../../../functions/accounts/revoke-key.ts';
import { rotateKey } from '../../../../functions/accounts/rotate-key.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { limitsOf } from '../../../../shared/contract/shapes/limits.ts';
import { lineagesOf } from '../../../../shared/contract/shapes/lineages.ts';
import { scopesOfRole } from '../../../../shared/contract/shapes/roles.ts';
import { identify, presentedKey } from '../../../../shared/domain/accounts/callers/identify-key.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { DynamoOwnerStore } from '../../../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { noEdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { DynamoSandboxStore } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { peopleScene, start } from '../../../support/accounts/people/people-scene.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';

const scene = await peopleScene();
const { tables, keys, members, changes, journal } = scene;
const owners = new DynamoOwnerStore(tables.documents, tables);
const sandboxes = new DynamoSandboxStore(tables.documents, tables);
const deps = { ...{ keys, members, changes, journal, owners, sandboxes, edge: noEdgeEntries }, now: () => start };

const create = (caller: Caller, body: unknown = {}, own = deps) => invoke(createKey, own, { caller, body });
const byId = (caller: Caller, id: string) => ({ caller, params: { key_id: id } });
const get = (caller: Caller, id: string) => invoke(getKey, deps, byId(caller, id));
const revoke = (caller: Caller, id: string, query = {}) => invoke(revokeKey, deps, { ...byId(caller, id), query });
const rotate = (caller: Caller, id: string) => invoke(rotateKey, deps, { ...byId(caller, id), body: {} });
const list = async (caller: Caller) =>
  (await invoke(listKeys, { keys, members: changes }, { caller })).body.map(({ id }: { readonly id: string }) => id);

/** The caller that a key makes. */
async function callerWith(key: string): Promise<Caller | undefined> {
  const presented = presentedKey(key, 'bearer');
  return presented && (await identify(presented, { keys, members }, () => start))?.caller;
}

/** An owner with an admin and a member, who has a key. */
async function aTeam() {
  const admin = await scene.anAdmin();
  const member = await scene.someone(admin.ownerId, 'member');
  const { body: key } = await create(member.caller, { name: 'laptop' });
  return { ...admin, admin, member, key };
}

describe('a key of a member', () => {
  it('belongs to the person who signed in, and has at most the scopes of the role', async () => {
    const { member, key } = await aTeam();

    const { id, email } = member.person;
    expect(key).toMatchObject({ created_by: id, member: { id, email } });
    expect(key.scopes).toEqual(scopesOfRole('member'));
    expect(await callerWith(key.key)).toMatchObject({ person: { id: member.person.id, role: 'member' } });
    const { status, body } = await create(member.caller, { scopes: ['settings:write'] });
    expect([status, body.required_scope]).toEqual([403, 'settings:write']);
  });

  it('makes keys that belong to the same person', async () => {
    const { member, key } = await aTeam();
    const caller = await callerWith(key.key);
    if (!caller) throw new Error('no caller');

    const { body } = await create(caller, {});

    expect(body).toMatchObject({ created_by: key.id, member: { id: member.person.id } });
    expect((await rotate(caller, body.id)).body).toMatchObject({ member: { id: member.person.id } });
  });

  it('counts for the limits of the member, and cannot have higher ones', async () => {
    const { ownerId, admin } = await aTeam();
    const limits = limitsOf({ sandboxes: 2 });
    const { caller, person } = await scene.someone(ownerId, 'member', { limits });

    const refused = await create(caller, { limits: { sandboxes: 3 } });
    const { body } = await create(caller, { limits: { sandboxes: 1 } });

    expect([refused.status, badFields(refused)]).toEqual([422, ['body.limits.sandboxes']]);
    const own = await callerWith(body.key);
    expect(own && lineagesOf(own)).toEqual([
      { id: body.id, limits: limitsOf({ sandboxes: 1 }) },
      { id: person.id, limits },
    ]);
    await scene.update(admin.caller, person.id, { limits: { sandboxes: 5 } });
    const after = await callerWith(body.key);
    expect(after && lineagesOf(after).at(-1)).toEqual({ id: person.id, limits: limitsOf({ sandboxes: 5 }) });
  });

  it('is seen, rotated and revoked by its member and by admins, and by nobody else', async () => {
    const { admin, member, key, ownerId } = await aTeam();
    const other = await scene.someone(ownerId, 'member');

    expect(await list(other.caller)).toEqual([]);
    for (const attempt of [get, rotate, revoke]) expect((await attempt(other.caller, key.id)).status).toBe(404);
    expect((await revoke(other.caller, key.id, { compromised: 'true' })).status).toBe(404);
    expect(await list(member.caller)).toEqual([key.id]);
    expect(await list(admin.caller)).toEqual([key.id]);
    expect((await get(admin.caller, key.id)).body.member).toMatchObject({ name: member.person.name });
    expect((await rotate(admin.caller, key.id)).body).toMatchObject({ member: { id: member.person.id } });
    expect((await revoke(member.caller, key.id)).status).toBe(200);
  });

  it('has fewer scopes at once when the role is lower', async () => {
    const { admin, member, key } = await aTeam();

    await scene.update(admin.caller, member.person.id, { role: 'viewer' });

    expect((await callerWith(key.key))?.scopes).toEqual(scopesOfRole('viewer'));
  });

  it('ends with the member, also when the member comes back, or goes on as before', async () => {
    const { admin, member, key } = await aTeam();
    await scene.remove(admin.caller, member.person.id);
    expect((await callerWith(key.key))?.scopes).toEqual(scopesOfRole('member'));

    await scene.remove(admin.caller, member.person.id, { keys: 'revoke' });

    expect(await callerWith(key.key)).toBeUndefined();
    const { body } = await scene.invite(admin.caller, {});
    await scene.accept(body.successful[0].token, member.person);
    expect(await callerWith(key.key)).toBeUndefined();
    expect((await rotate(admin.caller, key.id)).status).toBe(404);
  });

  it('can do no more after the removal of its member than before, and manages nobody', async () => {
    const { admin, member, key } = await aTeam();
    await scene.update(admin.caller, member.person.id, { role: 'viewer' });
    await scene.remove(admin.caller, member.person.id);
    expect((await callerWith(key.key))?.scopes).toEqual(scopesOfRole('viewer'));

    const second = await scene.someone(admin.ownerId, 'admin');
    const { body: own } = await create(second.caller, { scopes: scopesOfRole('admin') });
    await scene.remove(admin.caller, second.person.id);
    const kept = await callerWith(own.key);
    if (!kept) throw new Error('no caller');
    expect(kept.scopes).toEqual(scopesOfRole('admin').filter((scope) => scope !== 'members:write'));
    expect((await scene.invite(kept, {})).body.code).toBe('insufficient_scope');
    expect((await scene.remove(kept, admin.person.id)).body.code).toBe('insufficient_scope');
  });

  it('is not made when its maker was removed or demoted meanwhile', async () => {
    for (const change of [{ role: 'viewer' as const }, { status: 'REMOVED' as const }]) {
      const { member, ownerId } = await aTeam();
      const racing = Object.assign(new DynamoKeyStore(tables.documents, tables), {
        add: async (...args: Parameters<typeof keys.add>) => {
          const row = await members.find(ownerId, member.person.id);
          if (row) await changes.change(row, change, []);
          await keys.add(...args);
        },
      });

      const { status, body } = await create(member.caller, {}, { ...deps, keys: racing });

      expect([status, body.code]).toEqual([401, 'unauthenticated']);
    }
  });

  it('has no successor when its member was removed meanwhile', async () => {
    const { admin, member, key, ownerId } = await aTeam();
    const racing = Object.assign(new DynamoKeyStore(tables.documents, tables), {
      rotate: async (...args: Parameters<typeof keys.rotate>) => {
        const row = await members.find(ownerId, member.person.id);
        if (row) await changes.change(row, { status: 'REMOVED', keys: 'revoke' }, []);
        await keys.rotate(...args);
      },
    });

    const request = { ...byId(admin.caller, key.id), body: {} };
    const { status, body } = await invoke(rotateKey, { ...deps, keys: racing }, request);

    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});

describe('an operator who signed in', () => {
  it('creates owners and their keys, but no key that could create further ones without an end', async () => {
    const operator = await scene.someone(anOwner(), 'operator');
    const id = anOwner();

    const { status, body } = await invoke(createOwner, deps, { caller: operator.caller, body: { id, key: {} } });

    expect([status, body.created_by, body.key.member]).toEqual([201, operator.person.id, null]);
    const keyFor = (owner_id: string, order: unknown) =>
      invoke(createOwnerKey, deps, { caller: operator.caller, params: { owner_id }, body: order });
    expect((await keyFor(id, {})).body).toMatchObject({ created_by: operator.person.id, member: null });
    expect((await keyFor(id, { scopes: ['admin'] })).body.code).toBe('forbidden');
    const { ownerId } = operator.caller;
    const { record: service } = await issueKey(
      { ownerId, name: null, expiresAt: null, scopes: ['admin'] },
      keys,
      start,
    );
    expect((await rotate(operator.caller, service.key_id)).body.code).toBe('forbidden');
    const own = await keyFor(operator.caller.ownerId, { scopes: ['admin'] });
    expect(own.body).toMatchObject({ scopes: ['admin'], member: { id: operator.person.id } });
  });
});
