import type { RecordedEvent } from '../../../../contract/shapes/recording.ts';

/** The fields of events by kind. Agent servers refuse unknown fields. */
export const eventFields: Readonly<Record<string, readonly string[]>> = {
  ActionEvent: [
    'thought',
    'action',
    'tool_name',
    'tool_call_id',
    'tool_call',
    'llm_response_id',
    'security_risk',
    'summary',
  ],
  ObservationEvent: ['tool_name', 'tool_call_id', 'observation', 'action_id'],
  SystemPromptEvent: ['system_prompt'],
};

/** What a replay reads of an event. The rest, such as the metadata of tool calls, is most of a recording. */
const needed: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['id', 'timestamp', 'source', 'kind', 'llm_message'],
  .../* @__PURE__ */ Object.values(eventFields).flat(),
  // Of the legacy generation.
  ...['args', 'content', 'message'],
]);

/** An event with only what a replay needs. */
export function forReplay(event: RecordedEvent): RecordedEvent {
  return Object.fromEntries(Object.entries(event).filter(([name, value]) => needed.has(name) && value !== undefined));
}
