import type * as z from 'zod';
import { dashed } from '../../../../contract/shapes/ids.ts';
import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { tokenName } from '../../../settings/secrets/secret-store.ts';
import type { StartSettings } from '../../../settings/start-settings.ts';
import { agentConversationId } from '../../record/conversation.ts';
import type { StartSecrets } from '../task/start-secrets.ts';
import { agentDefinition } from './agent-definition.ts';
import type { PayloadParts } from './start-context.ts';

type Request = z.output<typeof StartRequest>;

/** The body that starts a conversation on an agent server. */
export function startPayload(parts: PayloadParts): Record<string, unknown> {
  const { task, conversation, secrets, settings, directory, hooks } = parts;
  const request = StartRequest.parse(task.request);
  const { initial_message: message } = request;
  return {
    conversation_id: dashed(agentConversationId(conversation)),
    ...agentDefinition(request, parts),
    workspace: { kind: 'LocalWorkspace', working_dir: directory },
    worktree: false,
    ...confirmationOf(settings),
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

/** Without a rating of risks, an owner who wants to confirm confirms each action. */
function confirmationOf({ conversation }: StartSettings): Record<string, unknown> {
  if (!conversation?.confirmationMode) return { confirmation_policy: { kind: 'NeverConfirm' } };
  if (!conversation.ratesRisks) return { confirmation_policy: { kind: 'AlwaysConfirm' } };
  return { confirmation_policy: { kind: 'ConfirmRisky' }, security_analyzer: { kind: 'LLMSecurityAnalyzer' } };
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
  const { secretNames: names } = settings;
  return Object.fromEntries(
    [...tokens, ...own, ...given].filter(([name]) => names === undefined || names.includes(name)),
  );
}
