import type * as z from 'zod';
import { dashed } from '../../../contract/shapes/ids.ts';
import { StartRequest } from '../../../contract/shapes/start-request.ts';
import { agentConversationId, type Conversation } from '../../conversations/conversation.ts';
import type { StartSettings } from '../../settings/start-settings.ts';
import { tokenName } from '../task/repository.ts';
import type { StartSecrets } from '../task/start-secrets.ts';
import type { StartTask } from '../task/start-task.ts';

/** Everything that a conversation starts with. */
export interface PayloadParts {
  readonly task: StartTask;
  readonly conversation: Conversation;
  readonly settings: StartSettings;
  readonly secrets: StartSecrets;
  /** The absolute path for the agent server. */
  readonly directory: string;
  readonly hooks: Record<string, unknown> | null;
}

type Request = z.output<typeof StartRequest>;

/** The sections of a plan, in this order, as the planning prompt of agent servers requires. */
const planStructure = `The plan has these sections, with these headings:

1. GOAL: what is to be reached, in one or two sentences.
2. CONTEXT: the files, components and constraints that matter.
3. APPROACH: the way that is taken, and why not another.
4. STEPS: one after the other, each with what it reaches, how, and where.
5. VALIDATION: how one sees that it works.`;

/** The body that starts a conversation on an agent server. */
export function startPayload(parts: PayloadParts): Record<string, unknown> {
  const { task, conversation, secrets, settings, directory, hooks } = parts;
  const request = StartRequest.parse(task.request);
  const { initial_message: message, agent_profile_id: profile } = request;
  return {
    conversation_id: dashed(agentConversationId(conversation)),
    // A profile is an agent of its own: agent servers take one or the other.
    ...(profile === null ? { agent: agentOf(request, parts) } : { agent_profile_id: profile }),
    workspace: { kind: 'LocalWorkspace', working_dir: directory },
    worktree: false,
    confirmation_policy: { kind: settings.conversation?.confirmationMode ? 'AlwaysConfirm' : 'NeverConfirm' },
    ...(settings.conversation?.maxIterations ? { max_iterations: settings.conversation.maxIterations } : {}),
    // A first message is there to be answered, unless a recorded conversation takes its place.
    ...(message?.role === 'user' && task.replay_json === null
      ? { initial_message: firstMessage(request, message) }
      : {}),
    secrets: secretsOf(settings, secrets),
    plugins: request.plugins?.map(({ source, ref, repo_path }) => ({ source, ref, repo_path })) ?? null,
    hook_config: hooks,
    tags: {},
    user_id: task.owner_id,
    // A title that the user chose stays.
    autotitle: request.title === null,
    ...(request.observability_metadata ? { observability_metadata: request.observability_metadata } : {}),
    ...(request.observability_tags ? { observability_tags: request.observability_tags } : {}),
    ...(request.observability_span_name ? { observability_span_name: request.observability_span_name } : {}),
  };
}

/** The parameters of a plugin follow the message: agent servers load a plugin, and the agent reads its parameters. */
function firstMessage(
  { plugins }: Request,
  message: NonNullable<Request['initial_message']>,
): Request['initial_message'] {
  const given = (plugins ?? []).filter(({ parameters }) => Object.keys(parameters ?? {}).length > 0);
  const lines = given.map(({ source, parameters }) => `${source}: ${JSON.stringify(parameters)}`);
  const text = `Use these plugins with these parameters:\n${lines.join('\n')}`;
  const added = lines.length === 0 ? [] : [{ type: 'text' as const, text, cache_prompt: false }];
  return { ...message, content: [...message.content, ...added], run: true };
}

function agentOf(
  request: Request,
  { conversation, settings, secrets, directory }: PayloadParts,
): Record<string, unknown> {
  const { baseUrl, apiKey, model } = settings.llm;
  const llm = { model: conversation.llm_model ?? model, base_url: baseUrl, api_key: apiKey, stream: true };
  const common = {
    kind: 'Agent',
    llm: { ...llm, usage_id: 'agent' },
    // Servers of the request go before the owner's own of the same name.
    mcp_config: { ...settings.mcpConfig, ...secrets.mcp_servers },
    agent_context: { system_message_suffix: instructionsOf(request), load_project_skills: true },
  };
  const condenser = { kind: 'LLMSummarizingCondenser', llm: { ...llm, usage_id: 'condenser', stream: false } };
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
      condenser: { ...condenser, max_size: 100, keep_first: 6 },
    };
  }
  return {
    ...common,
    tools: [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }],
    condenser,
  };
}

/** Agent servers take messages of users alone: what `system` says goes where its instructions are. */
function instructionsOf({ system_message_suffix: suffix, initial_message: message }: Request): string | null {
  const said = message?.role === 'system' ? message.content : [];
  const texts = [suffix ?? '', ...said.map((part) => (part.type === 'text' ? part.text : ''))];
  return texts.filter((text) => text !== '').join('\n\n') || null;
}

/** Secrets of the request over the owner's over git tokens, in clear: the agent server seals them. */
function secretsOf(settings: StartSettings, { secrets }: StartSecrets): Record<string, unknown> {
  const tokens = [...settings.gitTokens].map(([provider, { token }]): [string, unknown] => [
    tokenName(provider),
    { kind: 'StaticSecret', value: token, description: `Token for ${provider} repositories` },
  ]);
  const own = [...settings.secrets].map(([name, { value, description }]): [string, unknown] => [
    name,
    { kind: 'StaticSecret', value, ...(description === null ? {} : { description }) },
  ]);
  const given = Object.entries(secrets).map(([name, value]): [string, unknown] => [
    name,
    { kind: 'StaticSecret', value },
  ]);
  return Object.fromEntries([...tokens, ...own, ...given]);
}
