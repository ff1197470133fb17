/** Events in the format of agent servers. */

let made = 0;

export function event(kind: string, fields: object = {}): Record<string, unknown> {
  made += 1;
  const second = String(made % 60).padStart(2, '0');
  const minute = String(Math.floor(made / 60) % 60).padStart(2, '0');
  return { id: `event-${made}`, timestamp: `2026-11-24T03:${minute}:${second}.000001`, kind, ...fields };
}

export function message(source: 'user' | 'agent', text: string, fields: object = {}): Record<string, unknown> {
  return event('MessageEvent', { source, llm_message: { content: [{ type: 'text', text }] }, ...fields });
}

export function call(id: string, action: object, fields: object = {}): Record<string, unknown> {
  return event('ActionEvent', { source: 'agent', tool_name: 'terminal', tool_call_id: id, action, ...fields });
}

export function result(id: string, observation: object, fields: object = {}): Record<string, unknown> {
  return event('ObservationEvent', { tool_name: 'terminal', tool_call_id: id, observation, ...fields });
}
