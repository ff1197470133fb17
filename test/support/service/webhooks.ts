import { randomUUID } from 'node:crypto';
import type { Answer } from './api.ts';
import type { StartedConversation } from './conversations.ts';
import { anonymous } from './owners.ts';

/** An event as agent servers send it: its time is local and without a zone. */
export function anEvent(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    id: randomUUID(),
    timestamp: timeAt(0),
    source: 'agent',
    kind: 'MessageEvent',
    llm_message: { role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
    ...overrides,
  };
}

/** So many milliseconds after a fixed moment that lies before every test, as Python prints a time. */
export function timeAt(milliseconds: number): string {
  const time = new Date(Date.UTC(2026, 0, 5, 12, 0, 0) + milliseconds);
  return `${time.toISOString().slice(0, 23)}000`;
}

/** Posts events as an agent does, by the path of the current generation. */
export function postEvents(
  { id, sessionKey }: Pick<StartedConversation, 'id' | 'sessionKey'>,
  events: readonly unknown[],
): Promise<Answer> {
  return post(`events/${id}`, events, sessionKey);
}

export function postHook(sessionKey: string, info: Readonly<Record<string, unknown>>): Promise<Answer> {
  return post('conversations', info, sessionKey);
}

export function post(path: string, body: unknown, sessionKey?: string): Promise<Answer> {
  const headers: Record<string, string> = sessionKey === undefined ? {} : { 'X-Session-API-Key': sessionKey };
  return anonymous().send('POST', `/api/v1/webhooks/${path}`, { body, headers });
}
