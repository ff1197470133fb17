import type { Scope } from '../../../shared/contract/shapes/scopes.ts';
import { type Answer, Api } from './api.ts';
import { askAgent, type StartedConversation } from './conversations.ts';
import { rememberSecret } from './secrets-of-run.ts';

export function sendOnce(api: Api, path: string, body: unknown, key: string): Promise<Answer> {
  return api.send('POST', path, { body, headers: { 'Idempotency-Key': key } });
}

/** Another key of the same owner. */
export async function anotherKey(api: Api, scopes: readonly Scope[]): Promise<Api> {
  const { status, text, body } = await api.post('/api/keys', { scopes });
  if (status !== 200) throw new Error(`no key was made: ${text}`);
  rememberSecret('an API key', body.key);
  return Api.withKey(api.baseUrl, body.key);
}

export const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

export const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });

export async function heardBy(agent: StartedConversation): Promise<string[]> {
  const { body } = await askAgent(agent, '/events/search?kind=MessageEvent&source=user&limit=100');
  const items: { llm_message: { content: { text: string }[] } }[] = body.items;
  return items.map(({ llm_message: { content } }) => content[0]?.text ?? '');
}
