import { randomUUID } from 'node:crypto';
import { claimedSandbox } from '../../../shared/domain/sandboxes/agent/keys.ts';
import { Admin } from './admin.ts';
import { type Answer, Api } from './api.ts';
import type { StartedConversation } from './conversations.ts';
import { anonymous, service } from './owners.ts';

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

/** Sends the delivery key that belongs to the session key, and both as agents do. */
export async function post(path: string, body: unknown, sessionKey?: string): Promise<Answer> {
  if (sessionKey === undefined) return postWith(path, body, {});
  const headers = { 'X-Session-API-Key': sessionKey, 'X-Delivery-Key': await deliveryKeyOf(sessionKey) };
  return postWith(path, body, headers);
}

/** An agent, with all keys that it has. */
export async function agentWith(sessionKey: string): Promise<Api> {
  const keys = { 'X-Session-API-Key': sessionKey, 'X-Delivery-Key': await deliveryKeyOf(sessionKey) };
  return new Api(service().baseUrl, keys);
}

export function postWith(path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return anonymous().send('POST', `/api/v1/webhooks/${path}`, { body, headers });
}

/**
 * The delivery key of the current generation. Clients never see it, so a test derives it as the service does. Of a text
 * that is no session key, the text itself.
 */
export async function deliveryKeyOf(
  sessionKey: string,
  stateDirectory: string | null = service().stateDirectory,
): Promise<string> {
  const claimed = claimedSandbox(sessionKey);
  // Only a local service lets a test read the signing keys.
  if (!claimed || stateDirectory === null) return sessionKey;
  const operator = await Admin.of(stateDirectory);
  return (await operator.keys()).deliveryKey(await operator.sandbox(claimed.sandboxId));
}
