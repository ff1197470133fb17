import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { Scene } from '../scene.ts';
import { until } from '../until.ts';

type Conversation = components['schemas']['AppConversation'];

/** Waits until the conversation has a URL and its agent responds there. */
export async function reachAgent(scene: Scene, signal: AbortSignal): Promise<Conversation> {
  return until(async () => {
    const conversation = await readConversation(scene, signal);
    const { conversation_url: url, session_api_key: sessionKey, sandbox_status: status } = conversation;
    scene.sandboxId ??= conversation.sandbox_id;
    if (url === null || sessionKey === null) return { notYet: `The sandbox is ${status} and has no URL.` };
    const trouble = await troubleWith(url, sessionKey, signal);
    if (trouble !== undefined) return { notYet: `The agent at ${url} ${trouble}.` };
    scene.agent = { url, sessionKey };
    return conversation;
  }, signal);
}

async function troubleWith(url: string, sessionKey: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, { headers: { 'X-Session-API-Key': sessionKey }, signal });
    await response.body?.cancel();
    return response.ok ? undefined : `responds with ${response.status}`;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { cause } = error as Error;
    return `does not respond (${cause instanceof Error ? cause.message : String(error)})`;
  }
}

export function readConversation({ client, conversationId }: Scene, signal: AbortSignal): Promise<Conversation> {
  const path = { conversation_id: conversationId };
  return answerOf(client.api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path }, signal }));
}
