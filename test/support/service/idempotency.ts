import type { Answer, Api } from './api.ts';
import { askAgent, type StartedConversation } from './conversations.ts';

export function sendOnce(api: Api, path: string, body: unknown, key: string): Promise<Answer> {
  return api.send('POST', path, { body, headers: { 'Idempotency-Key': key } });
}

export const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

export const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });

export async function heardBy(agent: StartedConversation): Promise<string[]> {
  const { body } = await askAgent(agent, '/events/search?kind=MessageEvent&source=user&limit=100');
  const items: { llm_message: { content: { text: string }[] } }[] = body.items;
  return items.map(({ llm_message: { content } }) => content[0]?.text ?? '');
}
