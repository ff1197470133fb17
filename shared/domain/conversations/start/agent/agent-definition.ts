import type * as z from 'zod';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { agentLlm } from '../../../settings/model-reader.ts';
import type { StartAgent, StartSettings } from '../../../settings/start-settings.ts';
import { agentContext, condenserOf, criticOf, fieldsOf } from './agent-sections.ts';
import type { PayloadParts } from './payload-parts.ts';

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
