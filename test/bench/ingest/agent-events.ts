import { randomUUID } from 'node:crypto';
import type { AgentEvent } from '../../../shared/domain/conversations/events/event.ts';

/**
 * Typical events of a working agent: a message, a command with its output, a read of a file and a state of the
 * conversation. They have about 1.6 KB of JSON on average and compress like real text.
 */
const kinds: readonly ((number: number) => Record<string, unknown>)[] = [
  (number) => ({
    kind: 'MessageEvent',
    llm_message: { role: 'assistant', content: [{ type: 'text', text: `Step ${number}: ${prose(4)}` }] },
  }),
  (number) => ({
    kind: 'ActionEvent',
    tool_name: 'terminal',
    thought: [{ type: 'text', text: prose(2) }],
    action: { kind: 'ExecuteBashAction', command: `npm test -- --run ${number}`, timeout: 120, is_input: false },
    tool_call: { id: `call_${number}`, name: 'terminal', arguments: `{"command":"npm test -- --run ${number}"}` },
  }),
  (number) => ({
    kind: 'ObservationEvent',
    tool_name: 'terminal',
    observation: { kind: 'ExecuteBashObservation', exit_code: 0, output: lines(40, number) },
  }),
  (number) => ({
    kind: 'ObservationEvent',
    tool_name: 'file_editor',
    observation: {
      kind: 'FileEditorObservation',
      path: `/workspace/project/src/${number}.ts`,
      new_content: lines(25, number),
    },
  }),
  () => ({ kind: 'ConversationStateUpdateEvent', key: 'execution_status', value: 'running' }),
];

export function agentEvent(number: number, at: Date): AgentEvent {
  const body = kinds[number % kinds.length]?.(number);
  const timestamp = `${at.toISOString().slice(0, 23)}000`;
  return { id: randomUUID(), timestamp, source: 'agent', kind: '', ...body } as AgentEvent;
}

function prose(sentences: number): string {
  return 'The test fails as the handler reads the row before the transaction has written it. '.repeat(sentences);
}

function lines(count: number, seed: number): string {
  return Array.from(
    { length: count },
    (_, line) => `${line}: const value${seed} = read(${seed * 31 + line}); // ok`,
  ).join('\n');
}
