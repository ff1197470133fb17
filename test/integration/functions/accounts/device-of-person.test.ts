import { describe, expect, it } from 'vitest';
import { scopesOfRole } from '../../../../shared/contract/shapes/roles.ts';
import { deviceScene, failure, later, start } from '../../../support/accounts/device/device-scene.ts';
import { peopleScene } from '../../../support/accounts/people/people-scene.ts';

const scene = await peopleScene();
const { authorize, decide, poll, keys } = deviceScene(scene.tables);

/** A device that a member approved. */
async function approved() {
  const admin = await scene.anAdmin();
  const member = await scene.someone(admin.ownerId, 'member');
  const { device, user } = await authorize({ client_name: 'acs' });
  const { status } = await decide(member.caller, user);
  expect(status).toBe(200);
  return { ...admin, member, device };
}

const recordOf = ({ body }: { readonly body: { readonly access_token?: string } }) =>
  keys.find(String(body.access_token).split('_')[1] ?? '');

describe('a device that a person approves', () => {
  it('gets a key that belongs to the person', async () => {
    const { member, device, ownerId } = await approved();

    const record = await recordOf(await poll(device, later(1)));

    const { id } = member.person;
    expect(record).toMatchObject({ owner_id: ownerId, member_id: id, created_by: id });
    expect(record?.scopes).toEqual(scopesOfRole('member').filter((scope) => scope !== 'keys:write'));
    expect(await scene.recorded(ownerId)).toContainEqual(['key.created', 'person', id]);
  });

  it('is refused what the role of the person does not include', async () => {
    const { caller } = await scene.someone((await scene.anAdmin()).ownerId, 'member');
    const { user } = await authorize({ scope: 'settings:write', client_name: 'acs' });

    const asked = await decide(caller, user);
    const chosen = await decide(caller, user, 'approve', start, { scope: 'admin' });

    expect([asked.status, chosen.status]).toEqual([403, 403]);
    expect(asked.body.detail).toContain('You have none of the scopes that the program asks for.');
    expect(chosen.body.detail).toBe('You do not have the scope admin, so you cannot grant it.');
  });

  it('gets no key once the person was removed, and less with a lower role', async () => {
    const { caller, member, device } = await approved();
    await scene.remove(caller, member.person.id);
    expect(failure(await poll(device, later(1)))).toEqual([400, 'access_denied']);

    const other = await approved();
    await scene.update(other.caller, other.member.person.id, { role: 'viewer' });
    const record = await recordOf(await poll(other.device, later(1)));
    expect(record?.scopes).toEqual(scopesOfRole('viewer'));
  });
});
