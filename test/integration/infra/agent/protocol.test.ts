import { describe, expect, test, vi } from 'vitest';
import { MESSAGE_KIND } from '../../../../shared/domain/conversations/messages/send-message.ts';
import { agentServers, patience, skip, startAgent } from './either-agent.ts';
import { startScriptedModel } from './scripted-model.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** Checks the protocol that the service relies on against both agent servers. */
describe.each(agentServers)('%s', (_, spec) => {
  test('the reference agent conforms to the agent protocol', { timeout: 240_000 }, async (context) => {
    if (!spec) return skip(context);
    const [receiver, model] = [await WebhookReceiver.start(), await startScriptedModel()];
    const agent = await startAgent(spec, receiver);

    const output = await agent('POST', '/api/bash/execute_bash_command', { command: 'pwd; exit 3', cwd: '/workspace' });
    expect(Object.keys(output).sort()).toEqual([
      'command_id',
      'exit_code',
      'id',
      'kind',
      'order',
      'stderr',
      'stdout',
      'timestamp',
    ]);
    expect(output).toMatchObject({ kind: 'BashOutput', exit_code: 3, order: 0, stderr: null });

    const started = await agent('POST', '/api/conversations', {
      workspace: { working_dir: '/workspace/project' },
      agent: { llm: { model: 'openai/test', api_key: 'sk-hidden', base_url: model }, tools: [{ name: 'terminal' }] },
      secrets: { MY_TOKEN: { kind: 'StaticSecret', value: 'hidden-value' } },
      initial_message: { content: [{ type: 'text', text: '/run echo "<$MY_TOKEN>"' }] },
    });
    expect(
      Object.keys(started)
        .filter((field) => !newerFields.includes(field))
        .sort(),
    ).toEqual(infoFields);
    const path = `/api/conversations/${started.id}`;
    await vi.waitFor(async () => expect((await agent('GET', path)).execution_status).toBe('finished'), patience);

    const { items } = await agent('GET', `${path}/events/search`);
    const story = items.filter((event: { kind: string }) => event.kind !== 'ConversationStateUpdateEvent');
    expect(story.map(({ kind, source }: { kind: string; source: string }) => `${kind} ${source}`)).toEqual([
      'SystemPromptEvent agent',
      'MessageEvent user',
      'ActionEvent agent',
      'ObservationEvent environment',
      'MessageEvent agent',
    ]);
    const found = await agent('GET', `${path}/events/search?kind=${MESSAGE_KIND}&source=user`);
    expect(found.items).toEqual([story[1]]);
    for (const [index, fields] of eventFields.entries())
      expect(Object.keys(story[index])).toEqual(expect.arrayContaining(fields));
    expect(story[3].observation).toMatchObject({ exit_code: 0, content: [{ text: '<<secret-hidden>>' }] });
    const { usage_to_metrics } = (await agent('GET', path)).stats;
    expect(usage_to_metrics.default.accumulated_token_usage.prompt_tokens).toBeGreaterThan(0);

    await vi.waitFor(() => {
      const delivered = receiver.events(started.id).map(({ id }: { id: string }) => id);
      expect(delivered).toEqual(expect.arrayContaining(items.map(({ id }: { id: string }) => id)));
    }, patience);
    expect(receiver.events(started.id)[0]).toMatchObject({ key: 'full_state', value: { id: started.id } });
    expect(receiver.statuses()).toContain('idle');
    expect(JSON.stringify([started, items, receiver.deliveries.map(({ body }) => body)])).not.toMatch(
      /sk-hidden|hidden-value/,
    );
  });
});

const infoFields = [
  ...['activated_knowledge_skills', 'agent', 'agent_state', 'available_models', 'blocked_actions', 'blocked_messages'],
  ...['client_tools', 'confirmation_policy', 'created_at', 'current_model_id', 'execution_status'],
  ...['forked_from_conversation_id', 'forked_from_event_id', 'hook_config', 'id', 'invoked_skills'],
  ...['last_user_message_id', 'launched_agent_profile', 'leaf_event_id', 'max_iterations', 'metrics'],
  ...['parent_conversation_id', 'persistence_dir', 'secret_registry', 'security_analyzer', 'stats', 'stuck_detection'],
  ...['sub_conversation_ids', 'supports_runtime_model_switch', 'tags', 'title', 'updated_at', 'workspace'],
];

/** Fields that agent servers since 1.43.1 add and the service does not read. */
const newerFields = ['runtime_info', 'tool_module_qualnames'];

const common = ['id', 'timestamp', 'source', 'kind'];
const tool = ['tool_name', 'tool_call_id'];
const message = [...common, 'parent_id', 'llm_message', 'activated_skills', 'extended_content'];
const eventFields = [
  [...common, 'system_prompt', 'tools'],
  message,
  [
    ...common,
    ...tool,
    'parent_id',
    'thought',
    'thinking_blocks',
    'action',
    'tool_call',
    'llm_response_id',
    'security_risk',
    'summary',
  ],
  [...common, ...tool, 'parent_id', 'observation', 'action_id', 'extended_content'],
  [...message, 'llm_response_id'],
];
