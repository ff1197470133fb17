import type * as z from 'zod';
import { dashed } from '../../../../contract/shapes/ids.ts';
import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import type { StartSettings } from '../../../settings/start-settings.ts';
import { agentConversationId } from '../../record/conversation.ts';
import { withoutCredentials } from '../task/masked-request.ts';
import { agentDefinition } from './agent-definition.ts';
import { secretsOf } from './agent-secrets.ts';
import type { PayloadParts } from './start-context.ts';

type Request = z.output<typeof StartRequest>;

/** The body that starts a conversation on an agent server. */
export function startPayload(parts: PayloadParts): Record<string, unknown> {
  const { task, conversation, secrets, settings, directory, hooks } = parts;
  const request = StartRequest.parse(task.request);
  const { initial_message: message } = request;
  const plugins = secrets.plugins ?? request.plugins;
  return {
    conversation_id: dashed(agentConversationId(conversation)),
    ...agentDefinition(request, parts),
    workspace: { kind: 'LocalWorkspace', working_dir: directory },
    worktree: false,
    ...confirmationOf(settings),
    ...(settings.conversation?.maxIterations ? { max_iterations: settings.conversation.maxIterations } : {}),
    // A recorded conversation replaces the first message. The queue delivers that of another start.
    ...(message?.role === 'user' && task.replay_json === null && !task.is_message_queued
      ? { initial_message: firstMessage(plugins, message) }
      : {}),
    secrets: secretsOf(settings, secrets),
    plugins: plugins?.map(({ source, ref, repo_path }) => ({ source, ref, repo_path })) ?? null,
    hook_config: hooks,
    tags: {},
    user_id: task.owner_id,
    autotitle: request.title === null,
    ...(request.observability_metadata ? { observability_metadata: request.observability_metadata } : {}),
    ...(request.observability_tags ? { observability_tags: request.observability_tags } : {}),
    ...(request.observability_span_name ? { observability_span_name: request.observability_span_name } : {}),
  };
}

/** Without risk ratings, the owner confirms each action. */
function confirmationOf({ conversation }: StartSettings): Record<string, unknown> {
  if (!conversation?.confirmationMode) return { confirmation_policy: { kind: 'NeverConfirm' } };
  if (!conversation.ratesRisks) return { confirmation_policy: { kind: 'AlwaysConfirm' } };
  return { confirmation_policy: { kind: 'ConfirmRisky' }, security_analyzer: { kind: 'LLMSecurityAnalyzer' } };
}

/** Appends the plugins' parameters to the message, as the agent reads them, and not the agent server. */
function firstMessage(
  plugins: Request['plugins'],
  message: NonNullable<Request['initial_message']>,
): Request['initial_message'] {
  const given = (plugins ?? []).filter(({ parameters }) => Object.keys(parameters ?? {}).length > 0);
  const lines = given.map(({ source, parameters }) => `${withoutCredentials(source)}: ${JSON.stringify(parameters)}`);
  const text = `Use these plugins with these parameters:\n${lines.join('\n')}`;
  const added = lines.length === 0 ? [] : [{ type: 'text' as const, text, cache_prompt: false }];
  return { ...message, content: [...message.content, ...added], run: true };
}
