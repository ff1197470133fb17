import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventLine } from '../../../../console/acs/follow/event-line.ts';
import { Output } from '../../../../console/acs/output/output.ts';
import { installedAgentServer } from '../../../../infra/specs/installed-program.ts';
import { readEvent } from '../../../../shared/presentation/events/read-event.ts';
import { isOf, type TimelineEvent } from '../../../../shared/presentation/events/timeline-event.ts';
import { toolCallOf } from '../../../../shared/presentation/events/tool-call.ts';

const call = { source: 'agent', tool_name: 'terminal', tool_call_id: 'call_1' };
const foreign = { source: 'agent', tool_call_id: 'call_1', title: 'Read main.ts', tool_kind: 'read' };
const hook = { source: 'hook', hook_event_type: 'PreToolUse', hook_command: 'check.sh', tool_name: 'terminal' };
const nothing = { raw_input: null, raw_output: null, content: null, is_error: false };
const words = (text: string) => [{ type: 'text', text }];

/** Each kind of event of agent servers 1.43 to 1.58, as they send it, with as little content as it can have. */
const samples: Readonly<Record<string, readonly object[]>> = {
  ACPToolCallEvent: [
    { ...foreign, ...nothing, status: null, tool_kind: null },
    { ...foreign, ...nothing, status: 'in_progress' },
    { ...foreign, ...nothing, status: 'completed' },
    { ...foreign, ...nothing, status: 'completed', raw_output: {} },
    { ...foreign, ...nothing, status: 'completed', content: [{ type: 'terminal', terminal_id: 't' }] },
    { ...foreign, ...nothing, status: 'failed', is_error: true },
  ],
  ActionEvent: [{ ...call, action: null, thought: [], summary: null, llm_response_id: 'r' }],
  AgentErrorEvent: [{ ...call, error: 'No such tool.', classification: null }],
  Condensation: [{ source: 'environment', forgotten_event_ids: [], summary: null, llm_response_id: 'r' }],
  CondensationRequest: [{ source: 'environment' }],
  CondensationSummaryEvent: [{ source: 'environment', summary: '' }],
  ConversationErrorEvent: [{ source: 'environment', code: 'RuntimeError', detail: '' }],
  ConversationStateUpdateEvent: [
    { source: 'environment', key: 'execution_status', value: 'running' },
    { source: 'environment', key: 'last_user_message_id', value: null },
    { source: 'environment', key: 'stats', value: {} },
  ],
  HookExecutionEvent: [
    { ...hook, success: true, blocked: false, exit_code: 0, stdout: '', stderr: '', reason: null, error: null },
    { ...hook, success: false, blocked: true, exit_code: 2, stdout: '', stderr: 'No', reason: null, error: null },
    {
      ...hook,
      success: false,
      blocked: false,
      exit_code: 1,
      tool_name: null,
      stdout: '',
      stderr: '',
      error: 'Timeout',
    },
  ],
  InterruptEvent: [{ source: 'user', detail: 'User interrupted the agent' }],
  LLMCompletionLogEvent: [{ source: 'environment', filename: 'a.json', log_data: '{}' }],
  MessageEvent: [
    { source: 'user', llm_message: { role: 'user', content: words('Hello') } },
    { source: 'agent', llm_message: { role: 'assistant', content: [] } },
    {
      source: 'user',
      llm_message: { role: 'user', content: [{ type: 'image', image_urls: ['data:image/png;base64,A'] }] },
    },
    { source: 'environment', llm_message: { role: 'user', content: words('Stop hook: go on') } },
    { source: 'hook', llm_message: { role: 'user', content: [] } },
  ],
  ObservationEvent: [
    { ...call, observation: { kind: 'TerminalObservation', content: [], is_error: false }, action_id: 'a' },
    { ...call, observation: { kind: 'MCPToolObservation', content: words(''), is_error: true }, action_id: 'a' },
  ],
  PauseEvent: [{ source: 'user' }],
  SecurityAnalysisEvent: [{ source: 'environment', analyzer: 'A', policy: 'P', risks: {}, details: {} }],
  ServerErrorEvent: [{ source: 'environment', code: 'MCPError', detail: '' }],
  StreamingDeltaEvent: [{ source: 'agent', content: 'He', reasoning_content: null }],
  SystemPromptEvent: [{ source: 'agent', system_prompt: { type: 'text', text: '' }, tools: [], dynamic_context: null }],
  TokenEvent: [{ source: 'agent', prompt_token_ids: [1], response_token_ids: [2] }],
  UserRejectObservation: [
    { ...call, rejection_reason: 'User rejected the action', rejection_source: 'user', action_id: 'a' },
    { ...call, rejection_reason: '', rejection_source: 'hook', action_id: 'a' },
  ],
};

const cases = Object.entries(samples).flatMap(([kind, all]) =>
  all.map(
    (fields, n) => [`${kind} ${n + 1}`, { id: `e-${n}`, timestamp: '2026-11-24T03:00:00', kind, ...fields }] as const,
  ),
);

describe('every kind of event of an agent server', () => {
  it.each(cases)('%s has words in the console', (_, event) => {
    const read = readEvent(event, '');

    expect(read?.content.type).not.toBe('unknown');
    expect(read && shownInConsole(read)).toMatch(/\w/);
    expect(read && shownInConsole(read)).not.toMatch(/\b(null|undefined)\b|\[object/);
  });

  it.each(cases)('%s is a line of acs', (_, event) => {
    const line = eventLine(event, new Output({ json: false, utc: true }), 100);

    expect(line.slice('2026-11-24T03:00:00Z  ▸ '.length)).toMatch(/\w/);
    expect(line).not.toMatch(/\b(null|undefined)\b|\[object/);
    expect(line.split('\n').filter((one) => one.trim() === '')).toEqual([]);
  });

  const program = installedAgentServer(process.env);
  const why = program === undefined ? ' (skipped: set OPENHANDS_AGENT_SERVER to an installed agent server)' : '';
  it.skipIf(program === undefined)(`is one that the installed release defines${why}`, () => {
    const unread = kindsOf(program ?? '').filter((kind) => !Object.hasOwn(samples, kind));
    expect(unread).toEqual([]);
  });
});

function shownInConsole(event: TimelineEvent): string {
  const { content } = event;
  const [action, result] = [isOf(event, 'action') ? event : undefined, isOf(event, 'result') ? event : undefined];
  if (action ?? result) return Object.values(toolCallOf({ action, result })).join(' ') + (result?.content.text ?? '');
  if (content.type === 'message') return `${content.from} ${content.text}`;
  if (content.type === 'state') return content.text;
  if (content.type === 'error') return `${content.title} ${content.detail} ${content.remedy}`;
  return content.type === 'note' ? `${content.title} ${content.text}` : '';
}

/** The classes of events in the sources of an installed agent server, without those that only others derive from. */
function kindsOf(program: string): readonly string[] {
  const [root = ''] = globSync(join(dirname(program), '../lib/python*/site-packages/openhands'));
  const sources = globSync('{sdk,tools,agent_server}/**/*.py', { cwd: root });
  const parents = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^class (\w+)\(([^)]*)\)/gm)].map(
      ([, name = '', bases = '']) => [name, bases.split(',').map((base) => base.trim())] as const,
    ),
  );
  const events = new Set(['Event']);
  for (let size = 0; size !== events.size; ) {
    size = events.size;
    for (const [name, bases] of parents) if (bases.some((base) => events.has(base))) events.add(name);
  }
  const abstract = ['Event', 'LLMConvertibleEvent', 'ObservationBaseEvent'];
  expect(events.size).toBeGreaterThan(15);
  return [...events].filter((name) => !abstract.includes(name));
}
