import { expect, it } from 'vitest';
import { workspaceExpired } from '../../../../shared/presentation/sandbox-reasons.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { keyOf } from '../../../support/platform/memory-page.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { nameOf, WakingScene } from '../../../support/sandboxes/waking-scene.ts';

// Found by the property of the lifecycle: the sandbox stayed EXPIRED and wanted to run for ever.
it('a request resumes no sandbox whose workspace expires while it is answered', async () => {
  const scene = new WakingScene();
  const resting = { desired: 'PAUSED', phase: 'PAUSED', exposed_urls: null, api_key_id: 'key000000001' } as const;
  const sandbox = await scene.add(aRunningSandbox(resting));
  const expired = { ...sandbox, version: sandbox.version + 1, phase: 'EXPIRED', status_reason: workspaceExpired(30) };
  const find = scene.sandboxes.find.bind(scene.sandboxes);
  scene.sandboxes.find = async (...given) => {
    const row = await find(...given);
    scene.sandboxes.rows.set(keyOf(sandbox.owner_id, sandbox.sandbox_id), expired as typeof sandbox);
    return row;
  };

  const headers = { 'X-Session-API-Key': await someKeys().sessionKey(sandbox) };
  const { statusCode, problem } = await scene.request(nameOf(sandbox), { headers });

  expect([statusCode, problem?.code]).toEqual([410, 'gone']);
  expect(scene.row(sandbox)).toMatchObject({ desired: 'PAUSED', phase: 'EXPIRED' });
});
