import { describeError } from '../describe-error.ts';
import { removeKey } from '../run-key.ts';
import type { Step } from '../run-steps.ts';
import type { Scene } from '../scene.ts';
import { StepFailed } from '../step-failed.ts';
import { deleteAll } from './delete-all.ts';
import { awaitNothingLeft } from './nothing-left.ts';

/** Comes after the main job, however that ended. */
export const cleanUp: Step<Scene> = { name: 'clean up', seconds: 10 * 60, run: cleanUpAfter };

async function cleanUpAfter(scene: Scene, signal: AbortSignal): Promise<string> {
  const done: string[] = [];
  try {
    await scene.start?.end();
    if (scene.openedClient && !scene.isDone) {
      await deleteStrays(scene, signal);
      done.push(await deleteAll(scene, signal), await awaitNothingLeft(scene, signal));
    }
    const { key, service } = scene;
    if (key && service.access) {
      await removeKey(key, service.access);
      done.push(`key ${key.record.key_id} and its owner are removed`);
    }
  } catch (error) {
    throw new StepFailed(`${describeError(error)} ${byHand(scene)}`);
  }
  return done.length === 0 ? 'there was nothing to clean up' : done.join('; ');
}

/** Sandboxes of which the run did not learn, as the answer to their start was lost. The owner has no others. */
async function deleteStrays({ key, client, sandboxId }: Scene, signal: AbortSignal): Promise<void> {
  if (!key) return;
  for await (const { id } of client.sandboxes()) {
    if (id === sandboxId) continue;
    await client.api.DELETE('/api/v1/sandboxes/{sandbox_id}', { params: { path: { sandbox_id: id } }, signal });
  }
}

/** What a person has to look after when the run could not. */
function byHand({ conversationId, sandboxId, key, name }: Scene): string {
  const things = [
    `conversation ${conversationId}`,
    ...(sandboxId === undefined ? [] : [`sandbox ${sandboxId}`]),
    ...(key === undefined ? [] : [`key ${key.record.key_id} and owner ${name}`]),
  ];
  return `Look after what may be left: ${things.join(', ')}.`;
}
