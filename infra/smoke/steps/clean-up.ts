import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { describeError } from '../describe-error.ts';
import { removeKey } from '../run-key.ts';
import type { Step } from '../run-steps.ts';
import type { Scene } from '../scene.ts';
import { StepFailed } from '../until.ts';
import { awaitNothingLeft } from './nothing-left.ts';

/** Comes after the main job, however that ended. */
export const cleanUp: Step<Scene> = { name: 'clean up', seconds: 10 * 60, run: cleanUpAfter };

async function cleanUpAfter(scene: Scene, signal: AbortSignal): Promise<string> {
  const ends = [
    ...(scene.hasBegun && !scene.isDone ? [await ended(deleteStarted(scene, signal))] : []),
    // Whatever is left, no call may use this key again.
    ...(scene.key && scene.service.access ? [await ended(removeKey(scene.key, scene.service.access))] : []),
  ];
  const failures = ends.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0) throw new StepFailed(`${failures.join(' ')} ${byHand(scene)}`);
  return ends.length === 0 ? 'there was nothing to clean up' : ends.map(({ done }) => done).join('; ');
}

async function ended(work: Promise<string>): Promise<{ readonly done?: string; readonly failure?: string }> {
  try {
    return { done: await work };
  } catch (error) {
    return { failure: describeError(error) };
  }
}

async function deleteStarted(scene: Scene, signal: AbortSignal): Promise<string> {
  await scene.start?.end();
  await deleteStrays(scene, signal);
  return `${await deleteAll(scene, signal)}; ${await awaitNothingLeft(scene, signal)}`;
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
function byHand({ hasBegun, isDone, conversationId, sandboxId, key, name }: Scene): string {
  const started = hasBegun && !isDone;
  const things = [
    ...(started ? [`conversation ${conversationId}`] : []),
    ...(started && sandboxId !== undefined ? [`sandbox ${sandboxId}`] : []),
    ...(key === undefined ? [] : [`key ${key.record.key_id}`, `owner ${name}`]),
  ];
  const help = started && key ? ` To delete them, make a key: npm run keys -- create --owner ${name}.` : '';
  return `Look after what may be left: ${things.join(', ')}.${help}`;
}

/** Deletes what the run started, and checks that the API shows nothing of it. What is gone already is no failure. */
export async function deleteAll({ client, conversationId, sandboxId }: Scene, signal: AbortSignal): Promise<string> {
  const path = { conversation_id: conversationId };
  const options = { params: { path }, signal };
  await absent(client.api.DELETE('/api/v1/app-conversations/{conversation_id}', options));
  const isGone = await absent(client.api.GET('/api/v1/app-conversations/{conversation_id}', options));
  if (!isGone) throw new StepFailed(`Conversation ${conversationId} was deleted and can still be read.`);
  if (sandboxId !== undefined) {
    const ofSandbox = { params: { path: { sandbox_id: sandboxId } }, signal };
    await absent(client.api.DELETE('/api/v1/sandboxes/{sandbox_id}', ofSandbox));
    const isGoneToo = await absent(client.api.GET('/api/v1/sandboxes/{sandbox_id}', ofSandbox));
    if (!isGoneToo) throw new StepFailed(`Sandbox ${sandboxId} was deleted and can still be read.`);
  }
  return 'the API shows neither conversation nor sandbox';
}

/** Whether a call was answered with 404. */
async function absent(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return true;
    throw error;
  }
}
