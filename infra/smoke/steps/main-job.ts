import { answerOf } from '../../../shared/client/answer-of.ts';
import { makeKey } from '../run-key.ts';
import type { Step } from '../run-steps.ts';
import type { Scene } from '../scene.ts';
import { awaitNothingLeft, deleteAll } from './clean-up.ts';
import { checkIngress, checkOldAddress, wake } from './ingress.ts';
import { followStart, startConversation, startSandbox } from './start.ts';
import { readEvents, talk } from './talk.ts';
import { checkFile, pause, resume, writeFile } from './workspace.ts';

const MINUTE = 60;

/** The steps of the main job with their time limits. On AWS, pulling images and saving disks takes minutes. */
export function mainJob({ wishes }: Pick<Scene, 'wishes'>): readonly Step<Scene>[] {
  return [
    { name: 'key', seconds: MINUTE, run: openApi },
    ...(wishes.spec === undefined ? [] : [{ name: 'sandbox', seconds: MINUTE, run: startSandbox }]),
    { name: 'conversation', seconds: MINUTE, run: startConversation },
    { name: 'ready', seconds: 15 * MINUTE, run: followStart },
    { name: 'ingress', seconds: MINUTE, run: checkIngress },
    { name: 'message', seconds: 5 * MINUTE, run: talk },
    { name: 'events', seconds: 2 * MINUTE, run: readEvents },
    { name: 'file', seconds: MINUTE, run: writeFile },
    { name: 'pause', seconds: 15 * MINUTE, run: pause },
    { name: 'old address', seconds: 2 * MINUTE, run: checkOldAddress },
    { name: 'wake', seconds: 15 * MINUTE, run: wake },
    { name: 'resume', seconds: 15 * MINUTE, run: resume },
    { name: 'file kept', seconds: MINUTE, run: checkFile },
    { name: 'delete', seconds: MINUTE, run: deleteAll },
    { name: 'nothing left', seconds: 10 * MINUTE, run: awaitNothingLeft },
  ];
}

/** Uses the given key, or makes one for a new owner. */
async function openApi(scene: Scene, signal: AbortSignal): Promise<string> {
  const { apiKey, access } = scene.service;
  if (apiKey === undefined && access) scene.key = await makeKey(scene.name, access);
  const client = scene.openWith(apiKey ?? scene.key?.text ?? '');
  const key = await answerOf(client.api.GET('/api/keys/current', { signal }));
  const { version } = await answerOf(client.api.GET('/server_info', { signal }));
  scene.ownerId = scene.key?.record.owner_id ?? scene.name;
  return `${scene.key ? 'made' : 'accepted'} key ${key.id}; version ${version}`;
}
