import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../../../shared/contract/shapes/limits.ts';
import { scopes } from '../../../../shared/contract/shapes/scopes.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { MAX_MEMBERSHIPS } from '../../../../shared/domain/accounts/people/dynamo-member-store.ts';
import { aPerson } from '../../../support/accounts/people/a-person.ts';
import { peopleScene, start } from '../../../support/accounts/people/people-scene.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { anOwner } from '../../../support/http/walk.ts';

const scene = await peopleScene();
const days = (count: number) => new Date(start.getTime() + count * 86_400_000);

describe('the acceptance of an invitation', () => {
  it('makes the person a member once, whoever repeats it', async () => {
    const { token, ownerId, caller } = await scene.aLink('admin');
    const [guest, late] = [aPerson(), aPerson()];

    const first = await scene.accept(token, guest);
    const again = await scene.accept(token, guest);
    const other = await scene.accept(token, late);

    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(first.body).toMatchObject({ success: true, org_name: ownerId, role: 'admin', access_role: 'admin' });
    expect([other.status, other.body.code]).toEqual([410, 'gone']);
    expect(await scene.members.find(ownerId, guest.id)).toMatchObject({ role: 'admin', email: guest.email });
    expect((await scene.members.known(guest.id)).person).toMatchObject({ subject: guest.subject });
    expect(await scene.admins(ownerId)).toBe(2);
    expect(await scene.recorded(ownerId)).toContainEqual(['member.joined', 'person', guest.id]);
    expect((await scene.pending(caller)).body.items).toEqual([]);
  });

  it('makes one member when ten people have the link, and one of a person who clicks ten times', async () => {
    const { token, ownerId } = await scene.aLink();
    const guests = Array.from({ length: 10 }, () => aPerson());

    const answers = await Promise.all(guests.map((guest) => scene.accept(token, guest)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 410)]);
    const rows = await Promise.all(guests.map((guest) => scene.members.find(ownerId, guest.id)));
    expect(rows.filter((row) => row !== undefined)).toHaveLength(1);
    const { token: next, ownerId: owner } = await scene.aLink('admin');
    const eager = aPerson();
    const clicks = await Promise.all(Array.from({ length: 10 }, () => scene.accept(next, eager)));
    expect(clicks.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await scene.admins(owner)).toBe(2);
  });

  it('is only for the person whose verified address it has', async () => {
    const { caller } = await scene.anAdmin();
    const guest = aPerson();
    const { body } = await scene.invite(caller, { emails: [guest.email] });
    const [{ token }] = body.successful;

    for (const wrong of [aPerson(), { ...guest, isEmailVerified: false }, aPerson({ email: null })])
      expect((await scene.accept(token, wrong)).body.code).toBe('forbidden');
    expect((await scene.accept(token, guest)).status).toBe(200);
  });

  it('is refused after a revocation, an expiry, with another secret, and for unknown tokens', async () => {
    const { token, id, caller, ownerId } = await scene.aLink();
    const [, owner, number] = token.split('.');
    const forged = ['acsi', owner, number, 'a'.repeat(43)].join('.');
    const elsewhere = ['acsi', Buffer.from(anOwner()).toString('base64url'), number, token.split('.')[3]].join('.');

    expect((await scene.accept(token, aPerson(), scene.depsAt(days(8)))).body.code).toBe('gone');
    expect((await scene.accept(forged, aPerson())).body.code).toBe('not_found');
    expect((await scene.accept(elsewhere, aPerson())).body.code).toBe('not_found');
    const revoked = await scene.revoke(caller, id);
    expect([revoked.status, revoked.text]).toEqual([204, '']);
    expect((await scene.revoke(caller, id)).status).toBe(404);
    expect((await scene.accept(token, aPerson())).body.code).toBe('gone');
    expect((await scene.changes.ofOwner(ownerId)).length).toBe(1);
  });

  it('loses the race against a revocation', async () => {
    const { token, id, caller, ownerId } = await scene.aLink();
    const guest = aPerson();
    const deps = scene.before(scene.depsAt(), 'write', () => scene.revoke(caller, id));

    const answer = await scene.accept(token, guest, deps);

    expect([answer.status, answer.body.code]).toEqual([410, 'gone']);
    expect(await scene.members.find(ownerId, guest.id)).toBeUndefined();
  });

  it('is refused once the person who made it may no longer invite, also to themselves', async () => {
    for (const change of [{ role: 'member' as const }, { status: 'REMOVED' as const, keys: 'keep' as const }]) {
      const { token, ownerId, person } = await scene.aLink('viewer');
      const set = async (next: typeof change | { role: 'admin'; status: 'ACTIVE' }) => {
        const row = await scene.members.find(ownerId, person.id);
        if (row) await scene.changes.change(row, next, []);
      };
      await set(change);

      const guest = aPerson();
      for (const someone of [guest, ...('status' in change ? [person] : [])]) {
        const answer = await scene.accept(token, someone);
        expect([answer.status, answer.body.code]).toEqual([410, 'gone']);
      }
      await set({ role: 'admin', status: 'ACTIVE' });
      expect((await scene.accept(token, guest)).status).toBe(200);
    }
  });

  it('of a service key stays possible, whoever is an admin', async () => {
    const ownerId = anOwner();
    const { record } = await issueKey({ ownerId, name: null, expiresAt: null, scopes }, scene.keys, start);
    const { body } = await scene.invite({ ...aCaller, ownerId, keyId: record.key_id, scopes }, { role: 'admin' });

    expect((await scene.accept(body.successful[0].token, aPerson())).status).toBe(200);
  });

  it('does not bring back a member by an invitation from before the removal', async () => {
    const { caller, ownerId, ...link } = await scene.aLink('admin');
    const { person } = await scene.someone(ownerId, 'member');
    const { body: byAddress } = await scene.invite(caller, { emails: ['other@example.com'] });
    expect((await scene.remove(caller, person.id, {}, scene.depsAt(days(1)))).status).toBe(200);

    const later = scene.depsAt(days(2));
    for (const [token, someone] of [
      [link.token, person],
      [byAddress.successful[0].token, { ...person, email: 'other@example.com' }],
    ]) {
      const answer = await scene.accept(token, someone, later);
      expect([answer.status, answer.body.detail]).toEqual([410, expect.stringContaining('before you were removed')]);
    }
    const { body: again } = await scene.invite(caller, { role: 'viewer' }, scene.inviteDeps(days(2)));
    expect((await scene.accept(again.successful[0].token, person, later)).status).toBe(200);
  });

  it('shows the address of the new member only if the provider vouches for it', async () => {
    const { token, ownerId, caller } = await scene.aLink();
    const mallory = aPerson({ email: 'boss@example.com', isEmailVerified: false });

    expect((await scene.accept(token, mallory)).status).toBe(200);

    expect(await scene.members.find(ownerId, mallory.id)).toMatchObject({ email: null, name: mallory.name });
    expect((await scene.invite(caller, { emails: ['boss@example.com'] })).body.failed).toEqual([]);
  });

  it('is not possible for members, for API keys, and for members of too many owners', async () => {
    const { token, person, ownerId } = await scene.aLink();
    expect((await scene.accept(token, person)).body.code).toBe('conflict');

    const busy = aPerson();
    const row = await scene.members.find(ownerId, person.id);
    if (!row) throw new Error('no member');
    for (let at = 0; at < MAX_MEMBERSHIPS; at += 1)
      await scene.put({ ...row, person_id: busy.id, owner_id: anOwner(), role: 'viewer' });
    expect((await scene.accept(token, busy)).body.code).toBe('conflict');
  });

  it('is not possible for new people where sign-up is closed, unless an operator invited them', async () => {
    const { token, ownerId } = await scene.aLink();
    const closed = { ...scene.depsAt(), settings: { issuer: 'https://id.example.com', signUp: 'closed' as const } };

    expect((await scene.accept(token, aPerson(), closed)).body.code).toBe('forbidden');
    const known = await scene.someone(anOwner(), 'viewer');
    expect((await scene.accept(token, known.person, closed)).status).toBe(200);
    expect(await scene.members.find(ownerId, known.person.id)).toMatchObject({ role: 'member' });
  });

  it('brings back a removed member with the new role, and without the keys that ended', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'admin', { limits: limitsOf({ sandboxes: 2 }) });
    await scene.remove(caller, person.id, { keys: 'revoke' });
    const { body } = await scene.invite(caller, { role: 'viewer' });

    expect((await scene.accept(body.successful[0].token, person)).status).toBe(200);

    expect(await scene.members.find(ownerId, person.id)).toMatchObject({
      ...{ role: 'viewer', status: 'ACTIVE', limits: { sandboxes: 2 } },
      keys_ended_at: expect.any(String),
    });
    expect(await scene.admins(ownerId)).toBe(1);
  });
});
