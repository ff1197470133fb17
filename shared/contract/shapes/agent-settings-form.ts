import { formSection } from './settings-forms.ts';

const general = formSection({ key: 'general', label: 'General', variant: 'openhands' }, [
  {
    key: 'enable_sub_agents',
    label: 'Sub-agents',
    description: 'The agent may hand tasks to agents of its own.',
    value_type: 'boolean',
    default: false,
    prominence: 'major',
  },
  {
    key: 'tool_concurrency_limit',
    label: 'Tools at once',
    description: 'How many tools the agent uses at the same time.',
    value_type: 'integer',
    default: 1,
    prominence: 'major',
  },
  {
    key: 'tools',
    label: 'Tools',
    description: 'The only tools of the agent, each with its name. Without a list it has the standard ones.',
    value_type: 'array',
    prominence: 'minor',
  },
  {
    key: 'mcp_config',
    label: 'MCP servers',
    description: 'Servers with further tools, by name.',
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
    description: 'As provider/model. Without one, conversations use what the service offers.',
    value_type: 'string',
    prominence: 'critical',
  },
  {
    key: 'llm.api_key',
    label: 'API key',
    description: 'Your own key to the model.',
    value_type: 'string',
    prominence: 'critical',
    secret: true,
  },
  {
    key: 'llm.base_url',
    label: 'Base URL',
    description: 'Where the model is served, if not at its provider.',
    value_type: 'string',
    prominence: 'major',
  },
  text('llm.api_version', 'API version'),
  number('llm.temperature', 'Temperature'),
  number('llm.top_p', 'Top P'),
  integer('llm.max_input_tokens', 'Input tokens at most'),
  integer('llm.max_output_tokens', 'Output tokens at most'),
  { ...integer('llm.timeout', 'Seconds to answer'), default: 300 },
  { ...integer('llm.num_retries', 'Further tries'), default: 5 },
  text('llm.reasoning_effort', 'Reasoning effort'),
  { ...text('llm.api_mode', 'Kind of API'), choices: { auto: 'Automatic', chat: 'Chat', responses: 'Responses' } },
  { ...text('llm.model_canonical_name', 'Canonical name'), description: 'The name under which its costs are known.' },
  secret('llm.aws_access_key_id', 'AWS access key'),
  secret('llm.aws_secret_access_key', 'AWS secret key'),
  secret('llm.aws_session_token', 'AWS session token'),
  text('llm.aws_region_name', 'AWS region'),
]);

const context = formSection({ key: 'agent_context', label: 'Memory', variant: 'openhands' }, [
  {
    key: 'agent_context.load_memory',
    label: 'Memory',
    description: 'The agent reads what it wrote down in earlier conversations of its sandbox.',
    value_type: 'boolean',
    default: false,
    prominence: 'major',
  },
]);

const whenCondensed = { depends_on: ['condenser.enabled'] };

const condenser = formSection({ key: 'condenser', label: 'Condenser', variant: 'openhands' }, [
  {
    key: 'condenser.enabled',
    label: 'Condense the history',
    description: 'A summary takes the place of old events when the history gets long.',
    value_type: 'boolean',
    default: true,
    prominence: 'critical',
  },
  { ...integer('condenser.max_size', 'Events at most'), ...whenCondensed, default: 240 },
  { ...integer('condenser.max_tokens', 'Tokens at most'), ...whenCondensed },
  { ...integer('condenser.keep_first', 'First events to keep'), ...whenCondensed, default: 2 },
  { ...number('condenser.minimum_progress', 'Least progress'), ...whenCondensed, default: 0.1 },
  { ...integer('condenser.hard_context_reset_max_retries', 'Tries to reset'), ...whenCondensed, default: 5 },
  {
    ...number('condenser.hard_context_reset_context_scaling', 'Share left by a reset'),
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
    description: 'Another model judges the work of the agent. It needs a key.',
    value_type: 'boolean',
    default: false,
    prominence: 'critical',
  },
  {
    ...whenJudged,
    key: 'verification.critic_mode',
    label: 'When the critic judges',
    value_type: 'string',
    default: 'finish_and_message',
    prominence: 'minor',
    choices: { finish_and_message: 'At messages and at the end', all_actions: 'At each action' },
  },
  {
    ...whenJudged,
    key: 'verification.enable_iterative_refinement',
    label: 'Refine the work',
    description: 'The agent goes on until the critic is content.',
    value_type: 'boolean',
    default: false,
    prominence: 'critical',
  },
  { ...whenRefined, ...number('verification.critic_threshold', 'Score to reach'), default: 0.6 },
  { ...whenRefined, ...integer('verification.max_refinement_iterations', 'Rounds at most'), default: 3 },
  { ...whenJudged, ...text('verification.critic_server_url', 'Address of the critic') },
  { ...whenJudged, ...text('verification.critic_model_name', 'Model of the critic') },
  {
    ...whenJudged,
    key: 'verification.critic_api_key',
    label: 'Key to the critic',
    description: 'Without one, the key to the language model is used.',
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
      custom: 'Another command',
    },
  },
  { key: 'acp_model', label: 'Model', value_type: 'string', prominence: 'critical' },
  { key: 'acp_command', label: 'Command', value_type: 'array', prominence: 'minor' },
  { key: 'acp_args', label: 'Further arguments', value_type: 'array', prominence: 'minor' },
  text('acp_session_mode', 'Session mode'),
  { ...number('acp_prompt_timeout', 'Seconds without news'), default: 1_800 },
  { ...number('acp_startup_timeout', 'Seconds to start'), default: 90 },
]);

/** The form of agent settings, with a section for each page of user interfaces. */
export const agentSettingsForm = {
  model_name: 'AgentSettings',
  sections: [general, llm, context, condenser, verification, acp],
};
