/** The sections of an owner's agent settings in the words of agent servers. Absent fields are left to them. */

type Fields = Readonly<Record<string, unknown>>;

/** What the agent reads before each conversation. The owner's own instructions go before those of the request. */
export function agentContext(own: Fields, requested: string | null): Fields {
  const { agent_context: context, disabled_skills: disabled } = own;
  const given = isFields(context) ? context : {};
  const suffixes = [given.system_message_suffix, requested].filter((text) => typeof text === 'string' && text !== '');
  const names = [given.disabled_skills, disabled].flatMap((list) => (Array.isArray(list) ? list : []));
  return {
    ...fieldsOf(given, ['load_memory', 'load_user_skills', 'load_public_skills', 'user_message_suffix']),
    ...(names.length > 0 ? { disabled_skills: [...new Set(names)] } : {}),
    system_message_suffix: suffixes.length > 0 ? suffixes.join('\n\n') : null,
    load_project_skills: given.load_project_skills !== false,
  };
}

const CONDENSER_FIELDS = [
  'max_size',
  'max_tokens',
  'keep_first',
  'minimum_progress',
  'hard_context_reset_max_retries',
  'hard_context_reset_context_scaling',
];

/** How the agent shortens a long history; null for an owner who wants it whole. */
export function condenserOf({ condenser }: Fields, llm: Fields): Fields | null {
  const own = isFields(condenser) ? condenser : {};
  if (own.enabled === false || own.condenser_kind === 'no_op') return null;
  return { kind: 'LLMSummarizingCondenser', llm, ...fieldsOf(own, CONDENSER_FIELDS) };
}

/** The critic of the agent's work, which needs a key: its own, or that of the language model. */
export function criticOf({ verification }: Fields, llmKey: string | null): Fields {
  const own = isFields(verification) ? verification : {};
  const key = own.critic_api_key ?? llmKey;
  if (own.critic_enabled !== true || typeof key !== 'string') return {};
  const refinement = {
    ...(typeof own.critic_threshold === 'number' ? { success_threshold: own.critic_threshold } : {}),
    ...(typeof own.max_refinement_iterations === 'number' ? { max_iterations: own.max_refinement_iterations } : {}),
  };
  return {
    critic: {
      kind: 'APIBasedCritic',
      api_key: key,
      ...(typeof own.critic_mode === 'string' ? { mode: own.critic_mode } : {}),
      ...(typeof own.critic_server_url === 'string' ? { server_url: own.critic_server_url } : {}),
      ...(typeof own.critic_model_name === 'string' ? { model_name: own.critic_model_name } : {}),
      iterative_refinement: own.enable_iterative_refinement === true ? refinement : null,
    },
  };
}

/** The fields of these names that are set. */
export function fieldsOf(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => fields[name] !== undefined && fields[name] !== null).map((name) => [name, fields[name]]),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
