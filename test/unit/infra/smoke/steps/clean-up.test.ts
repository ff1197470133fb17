import { describe, expect, it } from 'vitest';
import { Scene } from '../../../../../infra/smoke/scene.ts';
import { cleanUp } from '../../../../../infra/smoke/steps/clean-up.ts';

const service = { baseUrl: 'http://127.0.0.1:1', isLocal: true, apiKey: 'a key', access: undefined };
const never = new AbortController().signal;

function newScene(): Scene {
  const scene = new Scene(service, { spec: undefined, withoutModel: false });
  scene.openWith('a key');
  return scene;
}

describe('cleaning up', () => {
  it('has nothing to do when nothing was started, or all of it is gone', async () => {
    const gone = newScene();
    [gone.hasBegun, gone.isDone] = [true, true];

    expect(await cleanUp.run(newScene(), never)).toBe('there was nothing to clean up');
    expect(await cleanUp.run(gone, never)).toBe('there was nothing to clean up');
  });

  it('that does not reach the service names what may be left', async () => {
    const scene = newScene();
    [scene.hasBegun, scene.sandboxId] = [true, 'sandbox-1'];

    await expect(cleanUp.run(scene, AbortSignal.abort(new Error('Interrupted.')))).rejects.toThrow(
      `Interrupted. Look after what may be left: conversation ${scene.conversationId}, sandbox sandbox-1.`,
    );
  });
});
