import { leftoversOf } from '../leftovers.ts';
import type { RunKeys } from '../owner-tables.ts';
import type { RunKey } from '../run-key.ts';
import type { Scene } from '../scene.ts';
import type { Access } from '../service.ts';
import { until } from '../until.ts';

/** Waits until tasks, volumes, snapshots and rows of the run are gone. Without --stack only the API is seen. */
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
    return found.left.length === 0 ? found : { notYet: `Left are ${found.left.join(', ')}.` };
  }, signal);
  return `no task, volume, snapshot or row; on purpose stay ${onPurpose.join(', ')}`;
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
  return 'the API lists nothing of it; tasks, disks and rows are unseen without --stack';
}
