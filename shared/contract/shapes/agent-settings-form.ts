import { formSection } from './settings-forms.ts';

const text = (key: string, label: string) => ({ key, label, value_type: 'string', prominence: 'minor' }) as const;
const secret = (key: string, label: string) => ({ ...text(key, label), secret: true });
const number = (key: string, label: string) => ({ ...text(key, label), value_type: 'number' }) as const;
const integer = (key: string, label: string) => ({ ...text(key, label), value_type: 'integer' }) as const;
const list = (key: string, label: string) => ({ ...text(key, label), value_type: 'array' }) as const;
/** A switch that is off by default. */
const option = (key: string, label: string) =>
  ({ ...text(key, label), value_type: 'boolean', default: false }) as const;

const general = formSection({ key: 'general', label: 'General', variant: 'openhands' }, [
  {
    ...option('enable_sub_agents', 'Sub-agents'),
    description: 'The agent can delegate tasks to sub-agents.',
    prominence: 'major',
  },
  {
    ...integer('tool_concurrency_limit', 'Parallel tools'),
    description: 'The number of tools that the agent uses at the same time.',
    default: 1,
    prominence: 'major',
  },
  {
    ...list('tools', 'Tools'),
    description: "The agent's tools, by name. Without a list, the agent has the default tools.",
  },
  {
    key: 'mcp_config',
    label: 'MCP servers',
    description: 'Servers that provide more tools, by name.',
    value_type: 'object',
    prominence: 'minor',
  },
]);

const llm = formSection({ key: 'llm', label: 'Language model', variant: 'openhands' }, [
  {
    ...text('llm.model', 'Model'),
    description: 'As provider/model. Without one, conversations use the default model of the service.',
    prominence: 'critical',
  },
  {
    ...secret('llm.api_key', 'API key'),
    description: 'Your own API key for the model.',
    prominence: 'critical',
  },
  {
    ...text('llm.base_url', 'Base URL'),
    description: "The URL of the model API, if it is not the provider's default.",
    prominence: 'major',
  },
  {
    ...option('llm.direct', 'Called by agents themselves'),
    description: 'Without the model broker, so that the key is in the sandbox. For models that the broker cannot call.',
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
    ...option('agent_context.load_memory', 'Memory'),
    description: 'The agent reads the notes that it wrote in earlier conversations of its sandbox.',
    prominence: 'major',
  },
]);

const whenCondensed = { depends_on: ['condenser.enabled'] };

const condenser = formSection({ key: 'condenser', label: 'Condenser', variant: 'openhands' }, [
  {
    ...option('condenser.enabled', 'Condense history'),
    description: 'Replaces old events with a summary when the history gets long.',
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
    ...option('verification.critic_enabled', 'Critic'),
    description: "Another model reviews the agent's work. Requires a key.",
    prominence: 'critical',
  },
  {
    ...whenJudged,
    ...text('verification.critic_mode', 'When the critic reviews'),
    default: 'finish_and_message',
    choices: { finish_and_message: 'At messages and at the end', all_actions: 'After each action' },
  },
  {
    ...whenJudged,
    ...option('verification.enable_iterative_refinement', 'Refine until accepted'),
    description: 'The agent continues until the critic accepts the result.',
    prominence: 'critical',
  },
  { ...whenRefined, ...number('verification.critic_threshold', 'Target score'), default: 0.6 },
  { ...whenRefined, ...integer('verification.max_refinement_iterations', 'Max rounds'), default: 3 },
  { ...whenJudged, ...text('verification.critic_server_url', 'Critic URL') },
  { ...whenJudged, ...text('verification.critic_model_name', 'Critic model') },
  {
    ...whenJudged,
    ...secret('verification.critic_api_key', 'Critic API key'),
    description: 'Without one, the API key of the language model is used.',
    prominence: 'critical',
  },
]);

const acp = formSection({ key: 'acp', label: 'ACP', variant: 'acp' }, [
  {
    ...text('acp_server', 'Agent program'),
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
  { ...text('acp_model', 'Model'), prominence: 'critical' },
  list('acp_command', 'Command'),
  list('acp_args', 'Additional arguments'),
  text('acp_session_mode', 'Session mode'),
  { ...number('acp_prompt_timeout', 'Inactivity timeout (seconds)'), default: 1_800 },
  { ...number('acp_startup_timeout', 'Start timeout (seconds)'), default: 90 },
]);

/** The form of agent settings, with a section for each page of user interfaces. */
export const agentSettingsForm = {
  model_name: 'AgentSettings',
  sections: [general, llm, context, condenser, verification, acp],
};
