import type * as z from 'zod';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { agentLlm } from '../../../settings/model-reader.ts';
import type { StartAgent, StartSettings } from '../../../settings/start-settings.ts';
import type { PayloadParts } from './start-context.ts';

type Request = z.output<typeof StartRequest>;
type Fields = Readonly<Record<string, unknown>>;

/** The sections of a plan, in this order, as the planning prompt of agent servers requires. */
const planStructure = `The plan has these sections, with these headings:

1. GOAL: what is to be reached, in one or two sentences.
2. CONTEXT: the files, components and constraints that matter.
3. APPROACH: the way that is taken, and why not another.
4. STEPS: one after the other, each with what it reaches, how, and where.
5. VALIDATION: how one sees that it works.`;

/** The fields of ACP agents that agent servers know. */
const ACP_FIELDS = [
  'acp_server',
  'acp_command',
  'acp_args',
  'acp_model',
  'acp_session_mode',
  'acp_prompt_timeout',
  'acp_startup_timeout',
];

/** The agent of a conversation in the words of agent servers, which find the program of an ACP agent themselves. */
export function agentDefinition(request: Request, parts: PayloadParts): Fields {
  const { agent } = parts.settings;
  return agent?.kind === 'acp'
    ? { agent_settings: acpAgent(agent, request, parts) }
    : { agent: agentOf(request, parts) };
}

function acpAgent({ settings }: StartAgent, request: Request, parts: PayloadParts): Fields {
  const context = agentContext(settings, instructionsOf(request));
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
  const model = modelOf(parts);
  const common = {
    kind: 'Agent',
    llm: agentLlm(model, 'agent'),
    mcp_config: serversOf(parts),
    agent_context: agentContext(own, instructionsOf(request)),
  };
  const condenserLlm = { ...agentLlm(model, 'condenser'), stream: false };
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
    ...criticOf(own, settings.llm.apiKey),
    ...fieldsOf(own, ['persona', 'tool_concurrency_limit']),
  };
}

/** Agent servers take messages of users alone: what `system` says goes where its instructions are. */
function instructionsOf({ system_message_suffix: suffix, initial_message: message }: Request): string | null {
  const said = message?.role === 'system' ? message.content : [];
  const texts = [suffix ?? '', ...said.map((part) => (part.type === 'text' ? part.text : ''))];
  return texts.filter((text) => text !== '').join('\n\n') || null;
}

/**
 * The model of the conversation's row is that of its request, or the one that its agent reported last. After a switch
 * to a model of the owner it is that of the owner now, as its key and address belong to it.
 */
function modelOf({ conversation, settings: { llm } }: PayloadParts): StartSettings['llm'] {
  return conversation.llm_profile ? llm : { ...llm, model: conversation.llm_model ?? llm.model };
}

/** Servers of the request go before the owner's own of the same name. */
function serversOf({ settings, secrets }: PayloadParts): Fields {
  return { ...settings.mcpConfig, ...secrets.mcp_servers };
}

/** The owner's own selection of tools, or the standard one. */
function toolsOf({ tools, enable_sub_agents: hasSubAgents }: Fields): readonly unknown[] {
  const chosen: readonly unknown[] = Array.isArray(tools)
    ? tools
    : [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }];
  return hasSubAgents === true ? [...chosen, { name: 'task_tool_set' }] : chosen;
}

/** What the agent reads before each conversation. The owner's own instructions go before those of the request. */
function agentContext(own: Fields, requested: string | null): Fields {
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
function condenserOf({ condenser }: Fields, llm: Fields): Fields | null {
  const own = isFields(condenser) ? condenser : {};
  if (own.enabled === false || own.condenser_kind === 'no_op') return null;
  return { kind: 'LLMSummarizingCondenser', llm, ...fieldsOf(own, CONDENSER_FIELDS) };
}

/** The critic of the agent's work, which needs a key: its own, or that of the language model. */
function criticOf({ verification }: Fields, llmKey: string | null): Fields {
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
function fieldsOf(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => fields[name] !== undefined && fields[name] !== null).map((name) => [name, fields[name]]),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
