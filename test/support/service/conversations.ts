import type { Answer, Api } from './api.ts';
import { eventually } from './eventually.ts';
import { rememberSecret } from './secrets-of-run.ts';

export interface StartedConversation {
  readonly id: string;
  readonly sandboxId: string;
  readonly taskId: string;
  readonly url: string;
  readonly sessionKey: string;
}

export async function startConversation(api: Api, request: unknown = {}): Promise<StartedConversation> {
  const created = await api.post('/api/v1/app-conversations', request);
  if (created.status !== 200) throw new Error(`create answered ${created.status}: ${created.text}`);
  await waitForTask(api, created.body.id, 'READY');
  return reached(api, created.body.conversation_id, created.body.id);
}

export function reached(api: Api, id: string, taskId = ''): Promise<StartedConversation> {
  return eventually(`conversation ${id} is reached`, async () => {
    const { body } = await api.get(`/api/v1/app-conversations/${id}`);
    if (!body.conversation_url) return undefined;
    rememberSecret('a session key', body.session_api_key);
    return { id, taskId, sandboxId: body.sandbox_id, url: body.conversation_url, sessionKey: body.session_api_key };
  });
}

/** Waits until a conversation's agent responds. It can need its keys again after a restart. */
export function talkable(api: Api, id: string): Promise<StartedConversation> {
  return eventually(`the agent of ${id} answers`, async () => {
    const conversation = await reached(api, id);
    const { status, text } = await askAgent(conversation, '');
    if (status !== 200) throw new Error(`it answers ${status}: ${text}`);
    return conversation;
  });
}

/** Waits for the status of a start task. @throws immediately if it ends with another status. */
export async function waitForTask(api: Api, taskId: string, status: 'READY' | 'ERROR', milliseconds?: number) {
  const task = await eventually(
    `start task ${taskId} ends`,
    async () => {
      const { body } = await api.get('/api/v1/app-conversations/start-tasks', { ids: [taskId] });
      return body[0]?.status === 'READY' || body[0]?.status === 'ERROR' ? body[0] : undefined;
    },
    milliseconds,
  );
  if (task.status !== status) throw new Error(`start task ended in ${task.status}: ${task.detail}`);
  return task;
}

export function waitForSandbox(api: Api, sandboxId: string, status: string, milliseconds?: number) {
  return eventually(
    `sandbox ${sandboxId} is ${status}`,
    async () => {
      const { body } = await api.get(`/api/v1/sandboxes/${sandboxId}`);
      if (body.status !== status) throw new Error(`it is ${JSON.stringify(body)}`);
      return body;
    },
    milliseconds,
  );
}

export async function askAgent(
  { url, sessionKey }: Pick<StartedConversation, 'url' | 'sessionKey'>,
  path: string,
  message?: string,
): Promise<Omit<Answer, 'headers'>> {
  const response = await fetch(`${url}${path}`, {
    headers: { 'X-Session-API-Key': sessionKey, 'Content-Type': 'application/json' },
    ...(message === undefined
      ? {}
      : {
          method: 'POST',
          body: JSON.stringify({ role: 'user', content: [{ type: 'text', text: message }], run: true }),
        }),
  });
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? undefined : JSON.parse(text) };
}

/** Sends secrets that an agent must refuse because it has its own. @returns the response status */
export async function initialise({ url }: Pick<StartedConversation, 'url'>, initKey: string): Promise<number> {
  const { status } = await fetch(`${url.slice(0, url.indexOf('/api/'))}/api/init`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Init-API-Key': initKey },
    body: JSON.stringify({ session_api_keys: ['intruder'] }),
  });
  return status;
}

/** The agent's responses so far, oldest first, each as lines `Name: value`. */
export async function answersOf(conversation: Pick<StartedConversation, 'url' | 'sessionKey'>) {
  const { body } = await askAgent(conversation, '/events/search?kind=MessageEvent&source=agent&limit=100');
  const items: { llm_message: { content: { text: string }[] } }[] = body.items;
  return items.map(({ llm_message: { content } }) => content[0]?.text ?? '');
}

export function waitForAnswer(conversation: Pick<StartedConversation, 'url' | 'sessionKey'>, count = 1) {
  return eventually(`answer ${count} of the agent`, async () => (await answersOf(conversation))[count - 1]);
}
