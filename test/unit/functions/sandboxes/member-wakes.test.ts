import { expect, it } from 'vitest';
import { noLimits, type SomeLimits } from '../../../../shared/contract/shapes/limits.ts';
import { newKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { aMember } from '../../../support/accounts/people/a-member.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { nameOf, WakingScene } from '../../../support/sandboxes/waking-scene.ts';

/** A request with the session key of a sandbox that a person started without limits, and paused. */
async function wake(limits: SomeLimits) {
  const scene = new WakingScene();
  const { id, members } = aMember(limits);
  scene.members = members;
  const resting = { desired: 'PAUSED', phase: 'PAUSED', exposed_urls: null, api_key_id: id } as const;
  const sandbox = await scene.add(aRunningSandbox({ ...resting, lineages: [{ id, limits: noLimits }] }));
  const headers = { 'X-Session-API-Key': await someKeys().sessionKey(sandbox) };
  const { problem } = await scene.request(nameOf(sandbox), { headers });
  return { problem, desired: scene.row(sandbox)?.desired };
}

it('a request at an address wakes no sandbox beyond the limits that its person has now', async () => {
  expect(await wake({ sandboxes: 0 })).toMatchObject({
    problem: { code: 'concurrency_limit_exceeded' },
    desired: 'PAUSED',
  });
  expect(await wake({ sandboxes: 1 })).toMatchObject({ desired: 'RUNNING' });
});

it('a key of a member wakes no sandbox that is private to another one', async () => {
  const wakeOf = async (isOwn: boolean) => {
    const scene = new WakingScene();
    const { id, members } = aMember({});
    scene.members = members;
    const resting = { desired: 'PAUSED', phase: 'PAUSED', exposed_urls: null } as const;
    const sandbox = await scene.add(aRunningSandbox({ ...resting, private_to: isOwn ? id : 'someone' }));
    const order = { ownerId: sandbox.owner_id, name: null, expiresAt: null, memberId: id };
    const { text, record } = newKey(order, scene.clock.now());
    scene.keys = { find: async () => record };
    const { problem } = await scene.request(nameOf(sandbox), { headers: { Authorization: `Bearer ${text}` } });
    return [problem.code, scene.row(sandbox)?.desired];
  };

  expect(await wakeOf(false)).toEqual(['sandbox_paused', 'PAUSED']);
  expect(await wakeOf(true)).toEqual(['sandbox_starting', 'RUNNING']);
});
