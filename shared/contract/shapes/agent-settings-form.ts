import { formSection } from './settings-forms.ts';

const general = formSection({ key: 'general', label: 'General', variant: 'openhands' }, [
  {
    key: 'enable_sub_agents',
    label: 'Sub-agents',
    description: 'The agent can delegate tasks to sub-agents.',
    value_type: 'boolean',
    default: false,
    prominence: 'major',
  },
  {
    key: 'tool_concurrency_limit',
    label: 'Parallel tools',
    description: 'The number of tools that the agent uses at the same time.',
    value_type: 'integer',
    default: 1,
    prominence: 'major',
  },
  {
    key: 'tools',
    label: 'Tools',
    description: "The agent's tools, by name. Without a list, the agent has the default tools.",
    value_type: 'array',
    prominence: 'minor',
  },
  {
    key: 'mcp_config',
    label: 'MCP servers',
    description: 'Servers that provide more tools, by name.',
    value_type: 'object',
    prominence: 'minor',
  },
]);

const text = (key: string, label: string) => ({ key, label, value_type: 'string', prominence: 'minor' }) as const;
const secret = (key: string, label: string) => ({ ...text(key, label), secret: true });
const number = (key: string, label: string) => ({ key, label, value_type: 'number', prominence: 'minor' }) as const;
const integer = (key: string, label: string) => ({ key, label, value_type: 'integer', prominence: 'minor' }) as const;

const llm = formSection({ key: 'llm', label: 'Language model', variant: 'openhands' }, [
  {
    key: 'llm.model',
    label: 'Model',
    description: 'As provider/model. Without one, conversations use the default model of the service.',
    value_type: 'string',
    prominence: 'critical',
  },
  {
    key: 'llm.api_key',
    label: 'API key',
    description: 'Your own API key for the model.',
    value_type: 'string',
    prominence: 'critical',
    secret: true,
  },
  {
    key: 'llm.base_url',
    label: 'Base URL',
    description: "The URL of the model API, if it is not the provider's default.",
    value_type: 'string',
    prominence: 'major',
  },
  text('llm.api_version', 'API version'),
  number('llm.temperature', 'Temperature'),
  number('llm.top_p', 'Top P'),
  integer('llm.max_input_tokens', 'Max input tokens'),
  integer('llm.max_output_tokens', 'Max output tokens'),
  { ...integer('llm.timeout', 'Timeout (seconds)'), default: 300 },
  { ...integer('llm.num_retries', 'Max retries'), default: 5 },
  text('llm.reasoning_effort', 'Reasoning effort'),
  { ...text('llm.api_mode', 'API type'), choices: { auto: 'Automatic', chat: 'Chat', responses: 'Responses' } },
  { ...text('llm.model_canonical_name', 'Canonical name'), description: 'The model name used to look up costs.' },
  secret('llm.aws_access_key_id', 'AWS access key'),
  secret('llm.aws_secret_access_key', 'AWS secret key'),
  secret('llm.aws_session_token', 'AWS session token'),
  text('llm.aws_region_name', 'AWS region'),
]);

const context = formSection({ key: 'agent_context', label: 'Memory', variant: 'openhands' }, [
  {
    key: 'agent_context.load_memory',
    label: 'Memory',
    description: 'The agent reads the notes that it wrote in earlier conversations of its sandbox.',
    value_type: 'boolean',
    default: false,
    prominence: 'major',
  },
]);

const whenCondensed = { depends_on: ['condenser.enabled'] };

const condenser = formSection({ key: 'condenser', label: 'Condenser', variant: 'openhands' }, [
  {
    key: 'condenser.enabled',
    label: 'Condense history',
    description: 'Replaces old events with a summary when the history gets long.',
    value_type: 'boolean',
    default: true,
    prominence: 'critical',
  },
  { ...integer('condenser.max_size', 'Max events'), ...whenCondensed, default: 240 },
  { ...integer('condenser.max_tokens', 'Max tokens'), ...whenCondensed },
  { ...integer('condenser.keep_first', 'Initial events to keep'), ...whenCondensed, default: 2 },
  { ...number('condenser.minimum_progress', 'Minimum progress'), ...whenCondensed, default: 0.1 },
  { ...integer('condenser.hard_context_reset_max_retries', 'Reset attempts'), ...whenCondensed, default: 5 },
  {
    ...number('condenser.hard_context_reset_context_scaling', 'Share kept by a reset'),
    ...whenCondensed,
    default: 0.8,
  },
]);

const whenJudged = { depends_on: ['verification.critic_enabled'] };
const whenRefined = { depends_on: ['verification.critic_enabled', 'verification.enable_iterative_refinement'] };

const verification = formSection({ key: 'verification', label: 'Verification', variant: 'openhands' }, [
  {
    key: 'verification.critic_enabled',
    label: 'Critic',
    description: "Another model reviews the agent's work. Requires a key.",
    value_type: 'boolean',
    default: false,
    prominence: 'critical',
  },
  {
    ...whenJudged,
    key: 'verification.critic_mode',
    label: 'When the critic reviews',
    value_type: 'string',
    default: 'finish_and_message',
    prominence: 'minor',
    choices: { finish_and_message: 'At messages and at the end', all_actions: 'After each action' },
  },
  {
    ...whenJudged,
    key: 'verification.enable_iterative_refinement',
    label: 'Refine until accepted',
    description: 'The agent continues until the critic accepts the result.',
    value_type: 'boolean',
    default: false,
    prominence: 'critical',
  },
  { ...whenRefined, ...number('verification.critic_threshold', 'Target score'), default: 0.6 },
  { ...whenRefined, ...integer('verification.max_refinement_iterations', 'Max rounds'), default: 3 },
  { ...whenJudged, ...text('verification.critic_server_url', 'Critic URL') },
  { ...whenJudged, ...text('verification.critic_model_name', 'Critic model') },
  {
    ...whenJudged,
    key: 'verification.critic_api_key',
    label: 'Critic API key',
    description: 'Without one, the API key of the language model is used.',
    value_type: 'string',
    prominence: 'critical',
    secret: true,
  },
]);

const acp = formSection({ key: 'acp', label: 'ACP', variant: 'acp' }, [
  {
    key: 'acp_server',
    label: 'Agent program',
    value_type: 'string',
    default: 'claude-code',
    prominence: 'critical',
    choices: {
      'claude-code': 'Claude Code',
      codex: 'Codex',
      'gemini-cli': 'Gemini CLI',
      'kimi-code': 'Kimi Code',
      pi: 'Pi',
      opencode: 'OpenCode',
      custom: 'Other command',
    },
  },
  { key: 'acp_model', label: 'Model', value_type: 'string', prominence: 'critical' },
  { key: 'acp_command', label: 'Command', value_type: 'array', prominence: 'minor' },
  { key: 'acp_args', label: 'Additional arguments', value_type: 'array', prominence: 'minor' },
  text('acp_session_mode', 'Session mode'),
  { ...number('acp_prompt_timeout', 'Inactivity timeout (seconds)'), default: 1_800 },
  { ...number('acp_startup_timeout', 'Start timeout (seconds)'), default: 90 },
]);

/** The form of agent settings, with a section for each page of user interfaces. */
export const agentSettingsForm = {
  model_name: 'AgentSettings',
  sections: [general, llm, context, condenser, verification, acp],
};
