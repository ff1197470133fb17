import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../../../shared/contract/shapes/limits.ts';
import { scopesOfRole } from '../../../../shared/contract/shapes/roles.ts';
import { scopes } from '../../../../shared/contract/shapes/scopes.ts';
import { newKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { boundsOfKey } from '../../../../shared/domain/accounts/people/membership.ts';
import { peopleScene, start } from '../../../support/accounts/people/people-scene.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { aRunningSandbox, within } from '../../../support/sandboxes/sandbox-data.ts';

const scene = await peopleScene();

/** A key that belongs to a member. */
async function aKeyOf(ownerId: string, personId: string) {
  const { record } = newKey({ ownerId, name: null, expiresAt: null }, start);
  await scene.keys.add({ ...record, member_id: personId });
  return record;
}

describe('the list of members', () => {
  it('has pages, a filter, and the words of other services for roles', async () => {
    const { caller, ownerId, person } = await scene.anAdmin();
    const viewer = await scene.someone(ownerId, 'viewer', { joined_at: '2035-01-02T00:00:00.000Z' });
    await scene.someone(ownerId, 'operator', { joined_at: '2035-01-03T00:00:00.000Z' });

    const first = await scene.list(caller, { limit: 2 });

    expect(first.body).toMatchObject({ current_page: 1, per_page: 2, next_page_id: '2' });
    expect(first.body.items).toMatchObject([
      { user_id: person.id, role: 'admin', role_id: 2, role_rank: 20, status: 'active', access_role: 'admin' },
      { user_id: viewer.person.id, role: 'member', role_id: 3, access_role: 'viewer' },
    ]);
    const second = await scene.list(caller, { limit: 2, page_id: 2 });
    expect(second.body).toMatchObject({ current_page: 2, next_page_id: null, items: [{ role: 'owner' }] });
    const found = await scene.list(caller, { email: viewer.person.email?.toUpperCase() ?? '' });
    expect(found.body.items).toMatchObject([{ user_id: viewer.person.id }]);
  });

  it('is of one owner, and another organization is not found', async () => {
    const [one, other] = [await scene.anAdmin(), await scene.anAdmin()];

    expect((await scene.list(one.caller)).body.items).toMatchObject([{ user_id: one.person.id }]);
    const foreign = { ...one.caller, ownerId: one.ownerId };
    const { status } = await scene.update(foreign, other.person.id, { role: 'viewer' });
    expect(status).toBe(404);
  });
});

describe('a change of a member', () => {
  it('sets role and limits, and counts admins', async () => {
    const { caller, ownerId, person: admin } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'viewer');

    const { body } = await scene.update(caller, person.id, { role: 'admin', limits: { sandboxes: 2, vcpus: 4 } });

    expect(body).toMatchObject({ access_role: 'admin', limits: { ...limitsOf({}), sandboxes: 2, vcpus: 4 } });
    expect(await scene.admins(ownerId)).toBe(2);
    const next = await scene.update(caller, person.id, { limits: { vcpus: null } });
    expect(next.body.limits).toEqual({ ...limitsOf({}), sandboxes: 2 });
    expect(await scene.recorded(ownerId)).toEqual([
      ['member.updated', 'person', admin.id],
      ['member.updated', 'person', admin.id],
    ]);
  });

  it('accepts the highest role of other services', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'viewer');

    expect((await scene.update(caller, person.id, { role: 'owner' })).body.access_role).toBe('admin');
  });

  it('keeps the last admin, also from themselves, and of two who step down at once only one', async () => {
    const { caller, ownerId, person } = await scene.anAdmin();
    expect((await scene.update(caller, person.id, { role: 'viewer' })).body.code).toBe('conflict');
    expect((await scene.remove(caller, person.id)).body.code).toBe('conflict');
    const other = await scene.someone(ownerId, 'admin');

    const answers = await Promise.all([
      scene.update(caller, person.id, { role: 'viewer' }),
      scene.remove(other.caller, other.person.id),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await scene.admins(ownerId)).toBe(1);
  });

  it('gives nobody more than the caller has, and touches nobody with more', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const operator = await scene.someone(ownerId, 'operator');
    const viewer = await scene.someone(ownerId, 'viewer');

    expect((await scene.update(caller, operator.person.id, { limits: { sandboxes: 0 } })).body.code).toBe(
      'insufficient_scope',
    );
    expect((await scene.remove(caller, operator.person.id)).body.code).toBe('insufficient_scope');
    expect((await scene.endSessions(caller, operator.person.id)).body.code).toBe('insufficient_scope');
    expect((await scene.update(caller, viewer.person.id, { role: 'operator' })).status).toBe(422);
    const limited = { ...aCaller, ownerId, scopes, limits: limitsOf({ sandboxes: 1 }) };
    expect((await scene.update(limited, viewer.person.id, { role: 'admin' })).body.code).toBe('forbidden');
    expect((await scene.remove(limited, viewer.person.id)).body.code).toBe('forbidden');
  });

  it('is left to the identity provider for a managed role, but not for limits', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'viewer', { managed: true });

    expect((await scene.update(caller, person.id, { role: 'member' })).body.code).toBe('conflict');
    expect((await scene.update(caller, person.id, { limits: { sandboxes: 1 } })).status).toBe(200);
  });

  it('leaves one of two admins who remove each other at once', async () => {
    const { caller, ownerId, person } = await scene.anAdmin();
    const other = await scene.someone(ownerId, 'admin');

    const answers = await Promise.all([
      scene.remove(caller, other.person.id),
      scene.remove(other.caller, person.id, { keys: 'revoke' }),
    ]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => [401, 404, 409].includes(status))).toHaveLength(1);
    expect([await scene.admins(ownerId), (await scene.changes.ofOwner(ownerId)).length]).toEqual([1, 1]);
  });

  it('decides again when the member was changed meanwhile', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'viewer');
    const deps = scene.depsAt();
    const { changes } = deps;
    const racing = Object.assign(Object.create(changes), {
      change: async (...args: Parameters<typeof changes.change>) => {
        racing.change = changes.change.bind(changes);
        const row = await scene.members.find(ownerId, person.id);
        if (row) await changes.change(row, { limits: limitsOf({ vcpus: 8 }) }, []);
        await changes.change(...args);
      },
    });

    const { body } = await scene.update(caller, person.id, { limits: { sandboxes: 1 } }, { ...deps, changes: racing });

    expect(body.limits).toMatchObject({ sandboxes: 1, vcpus: 8 });
  });

  it('is refused when the caller was demoted meanwhile', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    await scene.someone(ownerId, 'admin');
    const { person } = await scene.someone(ownerId, 'viewer');
    const row = await scene.members.find(ownerId, caller.keyId);
    if (row) await scene.changes.change(row, { role: 'member' }, []);

    for (const answer of [
      await scene.update(caller, person.id, { role: 'admin' }),
      await scene.update(caller, caller.keyId, { limits: { sandboxes: 9 } }),
      await scene.remove(caller, person.id),
      await scene.endSessions(caller, person.id),
    ])
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    expect(await scene.members.find(ownerId, person.id)).toMatchObject({ role: 'viewer', status: 'ACTIVE' });
  });
});

describe('the removal of a member', () => {
  it('keeps keys or ends them, at once and for good', async () => {
    const { caller, ownerId, person: admin } = await scene.anAdmin();
    const [kept, ended] = [await scene.someone(ownerId, 'member'), await scene.someone(ownerId, 'member')];
    const key = await aKeyOf(ownerId, ended.person.id);
    await aKeyOf(ownerId, kept.person.id);

    const message = 'Member removed';
    expect((await scene.remove(caller, kept.person.id)).body).toEqual({ message, keys: null, session_keys: null });
    const { body } = await scene.remove(caller, ended.person.id, { keys: 'revoke' });

    expect(body.keys).toEqual({ revoked: 1, complete: true });
    expect(await scene.keys.find(key.key_id)).toMatchObject({ revoked_at: start.toISOString() });
    const [row, other] = [
      await scene.members.find(ownerId, kept.person.id),
      await scene.members.find(ownerId, ended.person.id),
    ];
    const own = { scopes, createdAt: start.toISOString() };
    expect(boundsOfKey(row, kept.person.id, own)?.scopes).toEqual(scopesOfRole('member'));
    expect(boundsOfKey(other, ended.person.id, own)).toBeUndefined();
    expect(await scene.recorded(ownerId)).toContainEqual(['key.revoked', 'person', admin.id]);
    expect((await scene.list(caller)).body.items).toHaveLength(1);
  });

  it('goes on after a crash between the member and the keys', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'member');
    const [first, second] = [await aKeyOf(ownerId, person.id), await aKeyOf(ownerId, person.id)];
    const deps = scene.depsAt();
    const crashing = Object.assign(Object.create(deps.keys), { ofOwner: () => Promise.reject(new Error('crash')) });

    const { status } = await scene.remove(caller, person.id, { keys: 'revoke' }, { ...deps, keys: crashing });

    expect(status).toBe(500);
    const row = await scene.members.find(ownerId, person.id);
    const own = { scopes, createdAt: first.created_at };
    expect(boundsOfKey(row, person.id, own)).toBeUndefined();
    const again = await scene.remove(caller, person.id, { keys: 'revoke' });
    expect(again.body.keys).toEqual({ revoked: 2, complete: true });
    expect(await scene.keys.find(second.key_id)).toMatchObject({ revoked_at: start.toISOString() });
    expect((await scene.remove(caller, person.id)).status).toBe(404);
  });

  it('can end later the keys that it kept', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'member');
    await aKeyOf(ownerId, person.id);
    await scene.remove(caller, person.id);

    expect((await scene.remove(caller, person.id, { keys: 'revoke' })).body.keys).toEqual({
      revoked: 1,
      complete: true,
    });
  });

  it('rotates the session keys that the member could see, once, and only with all keys', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'member');
    const seen = aRunningSandbox({ owner_id: ownerId });
    await scene.sandboxes.save([{ previous: null, next: seen }], within(100));
    const asked = { keys: 'revoke', session_keys: 'rotate' };

    expect((await scene.remove(caller, person.id, { session_keys: 'rotate' })).status).toBe(422);
    const { body } = await scene.remove(caller, person.id, asked);
    expect(body.session_keys).toEqual({ rotated: 1, complete: true });
    const rotated = await scene.sandboxes.find(ownerId, seen.sandbox_id);
    expect(rotated).toMatchObject({ session_rotates: true, session_rotated_at: start.toISOString() });
    expect((await scene.remove(caller, person.id, asked)).body.session_keys).toEqual({ rotated: 0, complete: true });
    expect(await scene.sandboxes.find(ownerId, seen.sandbox_id)).toEqual(rotated);
    expect((await scene.recorded(ownerId)).filter(([action]) => action === 'rotate-session-key')).toHaveLength(1);
  });

  it('does not find people of other owners', async () => {
    const [one, other] = [await scene.anAdmin(), await scene.anAdmin()];

    for (const keys of ['keep', 'revoke'])
      expect((await scene.remove(one.caller, other.person.id, { keys })).status).toBe(404);
    expect((await scene.endSessions(one.caller, other.person.id)).status).toBe(404);
    expect(organizationOf(one.ownerId)).not.toBe(organizationOf(other.ownerId));
  });
});
