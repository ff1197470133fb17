import { expect, it } from 'vitest';
import { getCurrentUser } from '../../../../functions/accounts/get-current-user.ts';
import { DynamoOrganizationProfiles } from '../../../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { aPerson } from '../../../support/accounts/people/a-person.ts';
import { peopleScene } from '../../../support/accounts/people/people-scene.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const scene = await peopleScene();
const profiles = new DynamoOrganizationProfiles(scene.tables.documents, scene.tables);

it('a guest and a member see the name that admins gave the organization, and before that the ID of the owner', async () => {
  const { ownerId, caller } = await scene.anAdmin();
  const me = async () =>
    (await invoke(getCurrentUser, { ...settingsScene(), members: scene.members, profiles }, { caller })).body.org_name;
  const join = async () => {
    const { body } = await scene.invite(caller, {});
    return (await scene.accept(body.successful[0].token, aPerson())).body.org_name;
  };
  expect([await me(), await join()]).toEqual([ownerId, ownerId]);

  await profiles.change(await profiles.find(ownerId), { name: 'Ada & Co' }, 'test', new Date());

  expect([await me(), await join()]).toEqual(['Ada & Co', 'Ada & Co']);
});
