import type { RecordedEvent } from '../../../../contract/shapes/recording.ts';

/** What a replay reads of an event. The rest, such as the metadata of tool calls, is most of a recording. */
const NEEDED = [
  'id',
  'timestamp',
  'source',
  'kind',
  'llm_message',
  'thought',
  'action',
  'tool_name',
  'tool_call_id',
  'tool_call',
  'llm_response_id',
  'security_risk',
  'summary',
  'observation',
  'action_id',
  'system_prompt',
  'args',
  'content',
  'message',
];

/** An event with only what a replay needs. */
export function forReplay(event: RecordedEvent): RecordedEvent {
  const entries = NEEDED.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]] as const]));
  return Object.fromEntries(entries);
}
