import { randomUUID } from 'node:crypto';
import type { Answer } from './api.ts';
import type { StartedConversation } from './conversations.ts';
import { anonymous } from './owners.ts';

/** An event in the format of agent servers, whose local times have no zone. */
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

/** A Python timestamp some milliseconds after a fixed time before all tests. */
export function timeAt(milliseconds: number): string {
  const time = new Date(Date.UTC(2026, 0, 5, 12, 0, 0) + milliseconds);
  return `${time.toISOString().slice(0, 23)}000`;
}

/** Posts events as an agent of the current generation does. */
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
