import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { download, upload, workingDirectory } from '../agent/agent.ts';
import { snapshotsOf, volumesInUse } from '../leftovers.ts';
import type { Scene } from '../scene.ts';
import { StepFailed, until } from '../until.ts';
import { reachAgent } from './reach-agent.ts';

type Sandbox = components['schemas']['SandboxInfo'];

/** Writes a file to the workspace, through the agent. */
export async function writeFile(scene: Scene, signal: AbortSignal): Promise<string> {
  scene.file = `${await workingDirectory(scene.agent, signal)}/${scene.name}.txt`;
  await upload(scene.agent, scene.file, scene.content, signal);
  return checkFile(scene, signal);
}

/** Reads the file again. @throws StepFailed when its content differs */
export async function checkFile(scene: Scene, signal: AbortSignal): Promise<string> {
  const content = await download(scene.agent, scene.file, signal);
  if (content !== scene.content) {
    throw new StepFailed(`${scene.file} differs from what was written: it has ${content.length} characters.`);
  }
  return `${scene.file}, ${content.length} bytes`;
}

/** Pauses the sandbox, and waits until its workspace is saved, long after its status is PAUSED. */
export async function pause(scene: Scene, signal: AbortSignal): Promise<string> {
  await seeVolumes(scene);
  const params = { path: { sandbox_id: scene.startedSandboxId } };
  await answerOf(scene.client.api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params, signal }));
  await until(async () => {
    const { status, expires_at } = requireHealthy(await readSandbox(scene, signal));
    if (status === 'PAUSED' && expires_at !== null) return true;
    return { notYet: `The sandbox is ${status} and its workspace is not saved.` };
  }, signal);
  const { access } = scene.service;
  if (!access) return 'workspace saved';
  scene.sights.snapshots = await snapshotsOf({ ownerId: scene.ownerId, sandboxId: scene.sandboxId }, access);
  if (scene.sights.snapshots.length === 0)
    throw new StepFailed('The sandbox is paused, but EC2 has no snapshot of it.');
  return `workspace saved in ${scene.sights.snapshots.map(({ id }) => id).join(', ')}`;
}

/** Records the volumes of the running sandbox, which a pause deletes. */
async function seeVolumes({ service: { access }, ownerId, startedSandboxId, sights }: Scene): Promise<void> {
  if (!access) return;
  sights.volumes = await volumesInUse({ ownerId, sandboxId: startedSandboxId }, access);
  if (sights.volumes.length === 0) throw new StepFailed('The sandbox runs, but EC2 has no volume with its tags.');
}

/** Resumes the sandbox, unless a request at its address woke it, and waits until its agent responds. */
export async function resume(scene: Scene, signal: AbortSignal): Promise<string> {
  const path = { sandbox_id: scene.startedSandboxId };
  const before = scene.agent;
  await answerOf(scene.client.api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params: { path }, signal }));
  await until(async () => {
    const { status } = requireHealthy(await readSandbox(scene, signal, 'RUNNING'));
    return status === 'RUNNING' ? true : { notYet: `The sandbox is ${status}.` };
  }, signal);
  await reachAgent(scene, signal);
  if (scene.agent.sessionKey !== before.sessionKey) throw new StepFailed('The session key changed with the pause.');
  const url = scene.agent.url === before.url ? 'the same URL' : 'a new URL';
  return `the agent responds, with ${url} and the same session key`;
}

/** @param wait returns as soon as the sandbox has this status, or after 25 seconds */
function readSandbox({ client, startedSandboxId }: Scene, signal: AbortSignal, wait?: 'RUNNING'): Promise<Sandbox> {
  const params = { path: { sandbox_id: startedSandboxId }, query: wait === undefined ? {} : { wait } };
  return answerOf(client.api.GET('/api/v1/sandboxes/{sandbox_id}', { params, signal }));
}

function requireHealthy(sandbox: Sandbox): Sandbox {
  const { status, status_detail: why } = sandbox;
  if (status === 'ERROR' || status === 'MISSING') throw new StepFailed(`The sandbox is ${status}: ${why ?? ''}`);
  return sandbox;
}
