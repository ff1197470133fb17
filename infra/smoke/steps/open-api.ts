import { answerOf } from '../../../shared/client/answer-of.ts';
import { makeKey } from '../run-key.ts';
import type { Scene } from '../scene.ts';

/** Opens the API with a key of an owner of its own, or with the one that was given. */
export async function openApi(scene: Scene, signal: AbortSignal): Promise<string> {
  const { apiKey, access } = scene.service;
  if (apiKey === undefined && access) scene.key = await makeKey(scene.name, access);
  const client = scene.openWith(apiKey ?? scene.key?.text ?? '');
  const key = await answerOf(client.api.GET('/api/keys/current', { signal }));
  const { version } = await answerOf(client.api.GET('/server_info', { signal }));
  scene.ownerId = scene.key?.record.owner_id ?? scene.name;
  return `${scene.key ? 'made' : 'accepted'} key ${key.id}; version ${version}`;
}
