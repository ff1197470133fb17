import { expect, it } from 'vitest';
import { noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { aMember } from '../../../support/accounts/people/a-member.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { BuildScene } from './scene.ts';

const tables = await useServiceTables();

it.each([
  [0, { state: 'ERROR', failure: { code: 'concurrency_limit_exceeded' } }],
  [1, { state: 'READY', failure: null }],
])(
  'a build is within the %i sandboxes that its person has now, whatever it was before',
  async (sandboxes, expected) => {
    const scene = new BuildScene(tables);
    const { id: person, members } = aMember({ sandboxes });
    scene.members = members;
    const id = await scene.create('never', {}, person, [{ id: person, limits: noLimits }]);

    await scene.settle(id);

    expect(await scene.prebuilds.find(scene.ownerId, id)).toMatchObject(expected);
  },
);
