import { describe, expect, it } from 'vitest';
import { dashed } from '../../../../../../shared/contract/shapes/ids.ts';
import { StartRequest } from '../../../../../../shared/contract/shapes/start-request.ts';
import type { Conversation } from '../../../../../../shared/domain/conversations/record/conversation.ts';
import { startPayload } from '../../../../../../shared/domain/conversations/start/agent/start-payload.ts';
import type { StartSecrets } from '../../../../../../shared/domain/conversations/start/task/start-secrets.ts';
import type { StartSettings } from '../../../../../../shared/domain/settings/start-settings.ts';
import { aConversation, aStartTask } from '../../../../../support/conversations/record/conversation-data.ts';
import { plainSettings } from '../../../../../support/conversations/start/start-services.ts';

interface Given {
  readonly request?: Record<string, unknown>;
  readonly conversation?: Partial<Conversation>;
  readonly settings?: Partial<StartSettings>;
  readonly secrets?: Partial<StartSecrets>;
  readonly replay?: string;
}

const row = aConversation();

function payload({ request = {}, conversation = {}, settings = {}, secrets = {}, replay }: Given = {}) {
  const task = aStartTask({ request: StartRequest.parse(request), replay_json: replay ?? null });
  return startPayload({
    task,
    conversation: { ...row, ...conversation },
    settings: { ...plainSettings, ...settings },
    secrets: { secrets: {}, mcp_servers: {}, ...secrets },
    directory: '/workspace/project/site',
    hooks: null,
  });
}

const content = [{ type: 'text', text: 'Hi' }];

describe('start payload of a conversation', () => {
  it('adds a system message to the instructions, without a first message', () => {
    const request = { initial_message: { role: 'system', content }, system_message_suffix: 'Be brief.' };

    const body = payload({ request });

    expect(body).toMatchObject({ agent: { agent_context: { system_message_suffix: 'Be brief.\n\nHi' } } });
    expect(body).not.toHaveProperty('initial_message');
  });

  it('contains an agent in the format of agent servers, in its project', () => {
    const llm = { model: 'provider/model', base_url: 'https://llm.example', api_key: 'llm-key', stream: true };
    const settings = { llm: { model: 'provider/model', baseUrl: 'https://llm.example', apiKey: 'llm-key' } };

    const body = payload({ settings });

    expect(body).toMatchObject({
      conversation_id: dashed(row.conversation_id),
      agent: {
        kind: 'Agent',
        llm: { ...llm, usage_id: 'agent' },
        tools: [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }],
        condenser: { kind: 'LLMSummarizingCondenser', llm: { usage_id: 'condenser' } },
        mcp_config: {},
        agent_context: { system_message_suffix: null, load_project_skills: true },
      },
      workspace: { kind: 'LocalWorkspace', working_dir: '/workspace/project/site' },
      confirmation_policy: { kind: 'NeverConfirm' },
      autotitle: true,
      user_id: 'ann',
    });
    expect(body).not.toHaveProperty('initial_message');
    expect(body).not.toHaveProperty('agent_profile_id');
  });

  it.each<[string, Given, Record<string, unknown>]>([
    [
      'the first message, which runs',
      { request: { initial_message: { content, run: false } } },
      { initial_message: { role: 'user', content, run: true } },
    ],
    [
      'instructions',
      { request: { system_message_suffix: 'Be brief.' } },
      { agent: { agent_context: { system_message_suffix: 'Be brief.' } } },
    ],
    [
      'plugins',
      { request: { plugins: [{ source: 'github:o/r', ref: 'v1', parameters: null }] } },
      { plugins: [{ source: 'github:o/r', ref: 'v1' }] },
    ],
    ['a title of the request', { request: { title: 'Mine' } }, { autotitle: false }],
    [
      'what observes it',
      { request: { observability_metadata: { a: [1, 2] }, observability_tags: ['t'], observability_span_name: 's' } },
      { observability_metadata: { a: [1, 2] }, observability_tags: ['t'], observability_span_name: 's' },
    ],
    [
      'a planner’s tools',
      { request: { agent_type: 'plan' } },
      {
        agent: {
          tools: [
            { name: 'glob' },
            { name: 'grep' },
            { name: 'planning_file_editor', params: { plan_path: '/workspace/project/site/PLAN.md' } },
          ],
          system_prompt_filename: 'system_prompt_planning.j2',
        },
      },
    ],
  ])('contains %s', (_, given, expected) => {
    expect(payload(given)).toMatchObject(expected);
  });

  it('has the parameters of plugins in the first message', () => {
    const plugins = [{ source: 'github:o/r', parameters: { level: 3 } }, { source: 'github:o/s' }];

    expect(payload({ request: { plugins, initial_message: { content } } })).toMatchObject({
      initial_message: {
        content: [{ text: 'Hi' }, { text: 'Use these plugins with these parameters:\ngithub:o/r: {"level":3}' }],
      },
    });
  });

  it('has sealed plugins, and no credentials of their URLs in the first message', () => {
    const plugin = { source: 'https://me:token@git.example/o/r', parameters: { level: 3 } };
    const masked = { source: 'https://git.example/o/r', parameters: { level: '**********' } };
    const request = { plugins: [masked], initial_message: { content } };

    expect(payload({ request, secrets: { plugins: [plugin] } })).toMatchObject({
      plugins: [{ source: plugin.source }],
      initial_message: {
        content: [{}, { text: expect.stringMatching(/\nhttps:\/\/git.example\/o\/r: {"level":3}$/) }],
      },
    });
  });

  it("contains the owner's conversation settings", () => {
    const conversation = { maxIterations: 40, confirmationMode: true };

    expect(payload({ settings: { conversation } })).toMatchObject({
      max_iterations: 40,
      confirmation_policy: { kind: 'AlwaysConfirm' },
    });
    expect(payload()).not.toHaveProperty('max_iterations');
  });

  it('asks for confirmation only before risky actions if the model rates them', () => {
    const conversation = { maxIterations: null, confirmationMode: true, ratesRisks: true };

    expect(payload({ settings: { conversation } })).toMatchObject({
      confirmation_policy: { kind: 'ConfirmRisky' },
      security_analyzer: { kind: 'LLMSecurityAnalyzer' },
    });
  });

  it.each([
    ['https://evil.example.com/v1', 'https://llm.example.com/v1', undefined],
    ['https://evil.example.com/v1', null, undefined],
    ['https://llm.example.com/critic', 'https://llm.example.com/v1', 'key'],
  ])('gives a critic at %s the key of a model at %s: %s', (critic_server_url, baseUrl, key) => {
    const llm = { model: 'm', baseUrl, apiKey: 'key' };
    const verification = { critic_enabled: true, critic_server_url };
    const agent = { kind: 'openhands', settings: { verification }, secrets: [] } as const;

    const { critic } = payload({ settings: { llm, agent } }).agent as { critic?: { api_key: string } };
    expect(critic?.api_key).toBe(key);
  });

  it('gives a critic no key for the model broker, whose address the critic may have', () => {
    const llm = { model: 'm', baseUrl: 'https://api.example.com/llm', apiKey: 'model-key', isBrokered: true };
    const settings = { verification: { critic_enabled: true, critic_server_url: 'https://api.example.com/critic' } };
    const unnamed = { verification: { critic_enabled: true } };

    for (const own of [settings, unnamed]) {
      const agent = { kind: 'openhands', settings: own, secrets: [] } as const;
      expect(payload({ settings: { llm, agent } }).agent).not.toHaveProperty('critic');
    }
  });

  it("contains the sections of the owner's agent", () => {
    const llm = { model: 'm', baseUrl: null, apiKey: 'key', options: { temperature: 0.3 } };
    const settings = {
      agent_context: { load_memory: true, system_message_suffix: 'Be brief.' },
      disabled_skills: ['deploy'],
      condenser: { enabled: true, max_size: 80, keep_first: 4 },
      verification: {
        critic_enabled: true,
        critic_mode: 'all_actions',
        enable_iterative_refinement: true,
        critic_threshold: 0.9,
      },
      enable_sub_agents: true,
      tool_concurrency_limit: 4,
    };
    const agent = { kind: 'openhands', settings, secrets: [] } as const;

    expect(payload({ settings: { llm, agent }, request: { system_message_suffix: 'In German.' } }).agent).toMatchObject(
      {
        llm: { model: 'm', api_key: 'key', temperature: 0.3, stream: true },
        agent_context: {
          load_memory: true,
          system_message_suffix: 'Be brief.\n\nIn German.',
          disabled_skills: ['deploy'],
        },
        condenser: {
          kind: 'LLMSummarizingCondenser',
          max_size: 80,
          keep_first: 4,
          llm: { temperature: 0.3, stream: false },
        },
        critic: {
          kind: 'APIBasedCritic',
          api_key: 'key',
          mode: 'all_actions',
          iterative_refinement: { success_threshold: 0.9 },
        },
        tools: [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }, { name: 'task_tool_set' }],
        tool_concurrency_limit: 4,
      },
    );
    const whole = { ...agent, settings: { condenser: { enabled: false } } };
    expect(payload({ settings: { agent: whole } }).agent).toMatchObject({ condenser: null });
  });

  it('describes an ACP agent without the language model', () => {
    const settings = { acp_server: 'codex', acp_model: 'gpt', acp_args: ['--x'], condenser: { enabled: false } };

    const body = payload({ settings: { agent: { kind: 'acp', settings, secrets: [] } } });

    expect(body).not.toHaveProperty('agent');
    expect(body.agent_settings).toEqual({
      agent_kind: 'acp',
      acp_server: 'codex',
      acp_model: 'gpt',
      acp_args: ['--x'],
      mcp_config: {},
      agent_context: { system_message_suffix: null, load_project_skills: true },
    });
  });

  it('gives the agent only the secrets that its profile names', () => {
    const kept = new Map(['A', 'B'].map((name) => [name, { value: name, description: null }]));

    expect(Object.keys(payload({ settings: { secrets: kept, secretNames: ['B'] } }).secrets as object)).toEqual(['B']);
  });

  it('contains no first message when a recording is continued', () => {
    expect(payload({ request: { initial_message: { content } }, replay: '[]' })).not.toHaveProperty('initial_message');
  });

  it('contains the lines of a secret as further entries, so that agents hide them too', () => {
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj';
    const value = `-----BEGIN KEY-----\n${line}\n-----END KEY-----`;
    const settings = { secrets: new Map([['PEM_KEY', { value, description: null }]]) };

    expect(payload({ settings }).secrets).toEqual({
      PEM_KEY: { kind: 'StaticSecret', value },
      'PEM_KEY (part 1)': { kind: 'StaticSecret', value: line, description: expect.any(String) },
    });
  });

  it("contains the owner's MCP servers, overridden by those of the request", () => {
    const settings = { mcpConfig: { a: { command: 'own' }, b: { command: 'own' } } };
    const mcp_servers = { b: { command: 'given' } };

    expect(payload({ settings, secrets: { mcp_servers } })).toMatchObject({
      agent: { mcp_config: { a: { command: 'own' }, b: { command: 'given' } } },
    });
  });

  it('tells the agent where to look up git tokens, and contains none', () => {
    const access = { url: 'https://api.example.com/api/v1/webhooks/secrets', token: 'key-of-sandbox' };
    const { secrets } = payload({
      settings: { gitTokens: new Map([['github', { token: 'ghs_0123456789abcdef', host: null, access }]]) },
    });

    expect(secrets).toEqual({
      GITHUB_TOKEN: {
        kind: 'LookupSecret',
        url: access.url,
        headers: { 'X-Access-Token': 'key-of-sandbox' },
        description: 'Token for github repositories',
      },
    });
  });

  it("contains git tokens, overridden by the owner's secrets, overridden by those of the request", () => {
    const { secrets } = payload({
      settings: {
        gitTokens: new Map([['github', { token: 'git', host: null }]]),
        secrets: new Map([
          ['OWN', { value: 'own', description: 'Mine' }],
          ['BOTH', { value: 'own', description: null }],
        ]),
      },
      secrets: { secrets: { BOTH: 'given' } },
    });

    expect(secrets).toEqual({
      GITHUB_TOKEN: { kind: 'StaticSecret', value: 'git', description: 'Token for github repositories' },
      OWN: { kind: 'StaticSecret', value: 'own', description: 'Mine' },
      BOTH: { kind: 'StaticSecret', value: 'given' },
    });
  });
});
