import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { Scene } from '../scene.ts';
import { StepFailed } from '../step-failed.ts';

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
