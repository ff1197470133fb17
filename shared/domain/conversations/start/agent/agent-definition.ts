import type * as z from 'zod';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { agentLlm } from '../../../settings/model-reader.ts';
import { originOf } from '../../../settings/secrets/origins.ts';
import type { StartAgent, StartModel } from '../../../settings/start-settings.ts';
import type { PayloadParts } from './start-context.ts';

type Request = z.output<typeof StartRequest>;

type Fields = Readonly<Record<string, unknown>>;

/** The structure of a plan, which the planning prompt of agent servers requires. */
const planStructure = `The plan has these sections, with these headings:

1. GOAL: the intended result, in one or two sentences.
2. CONTEXT: the files, components and constraints that matter.
3. APPROACH: the chosen solution, and why it was chosen.
4. STEPS: in order, each with its result, its method and its place in the code.
5. VALIDATION: how to check that it works.`;

/** The fields of ACP agents that agent servers accept. */
const ACP_FIELDS = [
  'acp_server',
  'acp_command',
  'acp_args',
  'acp_model',
  'acp_session_mode',
  'acp_prompt_timeout',
  'acp_startup_timeout',
];

/** The agent in the format of agent servers. They find the program of an ACP agent on their own. */
export function agentDefinition(request: Request, parts: PayloadParts): Fields {
  const { agent } = parts.settings;
  return agent?.kind === 'acp'
    ? { agent_settings: acpAgent(agent, request, parts) }
    : { agent: agentOf(request, parts) };
}

function acpAgent({ settings }: StartAgent, request: Request, parts: PayloadParts): Fields {
  const context = agentContext(settings, request);
  return {
    agent_kind: 'acp',
    ...fieldsOf(settings, ACP_FIELDS),
    mcp_config: serversOf(parts),
    agent_context: context,
  };
}

function agentOf(request: Request, parts: PayloadParts): Fields {
  const { directory, settings } = parts;
  const own: Fields = settings.agent?.settings ?? {};
  const { llm } = settings;
  const common = {
    kind: 'Agent',
    llm: agentLlm(llm, 'agent'),
    mcp_config: serversOf(parts),
    agent_context: agentContext(own, request),
  };
  const condenserLlm = { ...agentLlm(llm, 'condenser'), stream: false };
  if (request.agent_type === 'plan') {
    return {
      ...common,
      tools: [
        { name: 'glob' },
        { name: 'grep' },
        { name: 'planning_file_editor', params: { plan_path: `${directory}/PLAN.md` } },
      ],
      system_prompt_filename: 'system_prompt_planning.j2',
      system_prompt_kwargs: { plan_structure: planStructure },
      condenser: { kind: 'LLMSummarizingCondenser', llm: condenserLlm, max_size: 100, keep_first: 6 },
    };
  }
  return {
    ...common,
    tools: toolsOf(own),
    condenser: condenserOf(own, condenserLlm),
    ...criticOf(own, llm),
    ...fieldsOf(own, ['persona', 'tool_concurrency_limit']),
  };
}

/** Agent servers accept only user messages, so a system message is added to the instructions. */
function instructionsOf({ system_message_suffix: suffix, initial_message: message }: Request): string | null {
  const said = message?.role === 'system' ? message.content : [];
  const texts = [suffix ?? '', ...said.map((part) => (part.type === 'text' ? part.text : ''))];
  return texts.filter((text) => text !== '').join('\n\n') || null;
}

/** Servers of the request override the owner's servers of the same name, also to disable them. */
export function serversOf({
  settings,
  secrets,
  broken,
}: Pick<PayloadParts, 'settings' | 'secrets' | 'broken'>): Fields {
  const servers: Fields = { ...settings.mcpConfig, ...secrets.mcp_servers };
  const isGiven = ([name, server]: [string, unknown]) =>
    !broken?.has(name) && !(isFields(server) && server.enabled === false);
  const given = Object.entries(servers).filter(isGiven);
  return Object.fromEntries(given.map(([name, server]) => [name, inMilliseconds(server)]));
}

/** Agent servers hand the time to FastMCP, which takes milliseconds. */
function inMilliseconds(server: unknown): unknown {
  if (!isFields(server) || typeof server.timeout !== 'number') return server;
  return { ...server, timeout: Math.ceil(server.timeout * 1_000) };
}

/** The owner's tools, or the default ones. */
function toolsOf({ tools, enable_sub_agents: hasSubAgents }: Fields): readonly unknown[] {
  const chosen: readonly unknown[] = Array.isArray(tools)
    ? tools
    : [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }];
  return hasSubAgents === true ? [...chosen, { name: 'task_tool_set' }] : chosen;
}

/** The agent's context. The owner's instructions precede those of the request. */
function agentContext(own: Fields, request: Request): Fields {
  const { agent_context: context, disabled_skills: disabled } = own;
  const given = isFields(context) ? context : {};
  const suffixes = [given.system_message_suffix, instructionsOf(request)].filter(
    (text) => typeof text === 'string' && text !== '',
  );
  const names = [given.disabled_skills, disabled, request.disabled_skills].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
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

/** The condenser of a long history; null if the owner disabled it. */
function condenserOf({ condenser }: Fields, llm: Fields): Fields | null {
  const own = isFields(condenser) ? condenser : {};
  if (own.enabled === false || own.condenser_kind === 'no_op') return null;
  return { kind: 'LLMSummarizingCondenser', llm, ...fieldsOf(own, CONDENSER_FIELDS) };
}

/**
 * The critic of the agent's work. It needs a key: its own or, at the origin of the language model, the model's. A key
 * for the model broker is of no use to it, and must not go to its server.
 */
function criticOf({ verification }: Fields, { apiKey, baseUrl, isBrokered }: StartModel): Fields {
  const own = isFields(verification) ? verification : {};
  const { critic_server_url: url } = own;
  const isNamed = typeof url === 'string';
  const isOfModel = !isBrokered && (!isNamed || (baseUrl !== null && originOf(url) === originOf(baseUrl)));
  const key = own.critic_api_key ?? (isOfModel ? apiKey : null);
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

/** The fields with these names that are set. */
function fieldsOf(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => fields[name] !== undefined && fields[name] !== null).map((name) => [name, fields[name]]),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
