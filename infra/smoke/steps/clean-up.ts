import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { leftoversOf } from '../leftovers.ts';
import type { RunKeys } from '../owner-tables.ts';
import { type RunKey, removeKey } from '../run-key.ts';
import { describeError, type Step } from '../run-steps.ts';
import type { Scene } from '../scene.ts';
import type { Access } from '../service.ts';
import { StepFailed, until } from '../until.ts';

/** Runs after the main job, even if that failed. */
export const cleanUp: Step<Scene> = { name: 'clean up', seconds: 10 * 60, run: cleanUpAfter };

async function cleanUpAfter(scene: Scene, signal: AbortSignal): Promise<string> {
  const ends = [
    ...(scene.hasBegun && !scene.isDone ? [await ended(deleteStarted(scene, signal))] : []),
    // Even if something is left, the key must not work any longer.
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

/** Deletes sandboxes that the run does not know, because the response to their start was lost. */
async function deleteStrays({ key, client, sandboxId }: Scene, signal: AbortSignal): Promise<void> {
  if (!key) return;
  for await (const { id } of client.sandboxes()) {
    if (id === sandboxId) continue;
    await client.api.DELETE('/api/v1/sandboxes/{sandbox_id}', { params: { path: { sandbox_id: id } }, signal });
  }
}

/** What the user must delete by hand. */
function byHand({ hasBegun, isDone, conversationId, sandboxId, key, name }: Scene): string {
  const started = hasBegun && !isDone;
  const things = [
    ...(started ? [`conversation ${conversationId}`] : []),
    ...(started && sandboxId !== undefined ? [`sandbox ${sandboxId}`] : []),
    ...(key === undefined ? [] : [`key ${key.record.key_id}`, `owner ${name}`]),
  ];
  const help = started && key ? ` To delete them, make a key: npm run keys -- create --owner ${name}.` : '';
  return `These may be left: ${things.join(', ')}.${help}`;
}

/** Deletes what the run started, unless it is deleted already, and checks that the API no longer shows it. */
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

/** Whether a request fails with 404. */
async function absent(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return true;
    throw error;
  }
}

/** Waits until tasks, volumes, snapshots and rows of the run are gone. Without --stack, checks only the API. */
export async function awaitNothingLeft(scene: Scene, signal: AbortSignal): Promise<string> {
  const { access } = scene.service;
  const found =
    access && scene.key
      ? await awaitNothingOf(scene, scene.key, access, signal)
      : await awaitNothingListed(scene, signal);
  scene.isDone = true;
  return found;
}

async function awaitNothingOf(
  { name, conversationId }: Scene,
  { record }: RunKey,
  access: Access,
  signal: AbortSignal,
): Promise<string> {
  const keys: RunKeys = { ownerId: name, conversationId, keyHash: record.hash };
  const { onPurpose } = await until(async () => {
    const found = await leftoversOf(keys, access);
    return found.left.length === 0 ? found : { notYet: `Still there: ${found.left.join(', ')}.` };
  }, signal);
  return `no task, volume, snapshot or row; kept on purpose: ${onPurpose.join(', ')}`;
}

async function awaitNothingListed({ client, name, sandboxId }: Scene, signal: AbortSignal): Promise<string> {
  await until(async () => {
    signal.throwIfAborted();
    for await (const { id } of client.conversations({ title__contains: name })) {
      return { notYet: `Conversation ${id} is still listed.` };
    }
    for await (const { id } of client.sandboxes()) {
      if (id === sandboxId) return { notYet: `Sandbox ${id} is still listed.` };
    }
    return true;
  }, signal);
  return 'the API lists nothing; tasks, disks and rows are not checked without --stack';
}
