import { randomUUID } from 'node:crypto';
import type { AgentEvent, EventLog } from '../../../../shared/domain/conversations/events/event.ts';
import { anOwner } from '../../http/walk.ts';
import { aSandboxId } from '../../sandboxes/sandbox-data.ts';

/** An event in the format of agent servers, whose local times have no zone. */
export function anEvent(overrides: Partial<AgentEvent> = {}): AgentEvent {
  return {
    id: randomUUID(),
    timestamp: at(0),
    source: 'agent',
    kind: 'MessageEvent',
    llm_message: { role: 'assistant', content: [{ type: 'text', text: 'hello' }] },
    ...overrides,
  };
}

export function at(milliseconds: number): string {
  const time = new Date(Date.UTC(2026, 10, 21, 12, 0, 0) + milliseconds);
  return `${time.toISOString().slice(0, 23)}000`;
}

export function someEvents(count: number, overrides: Partial<AgentEvent> = {}): AgentEvent[] {
  return Array.from({ length: count }, (_, index) => anEvent({ timestamp: at(index * 1000), ...overrides }));
}

export function aLog(overrides: Partial<EventLog> = {}): EventLog {
  return {
    ownerId: anOwner(),
    agentConversationId: aSandboxId(),
    createdAt: '2026-11-21T11:00:00.000Z',
    ...overrides,
  };
}

export function aStateUpdate(key: string, value: unknown, overrides: Partial<AgentEvent> = {}): AgentEvent {
  const { llm_message: _message, ...event } = anEvent();
  return { ...event, kind: 'ConversationStateUpdateEvent', source: 'environment', key, value, ...overrides };
}

/** A message of the user. */
export function aMessage(text: string): AgentEvent {
  return anEvent({ source: 'user', llm_message: { role: 'user', content: [{ type: 'text', text }] } });
}
