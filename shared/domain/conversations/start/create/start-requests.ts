import type * as z from 'zod';
import type { Caller } from '../../../../contract/endpoint/caller.ts';
import { canonicalId } from '../../../../contract/shapes/ids.ts';
import type { CreateConversationRequest } from '../../../../contract/shapes/legacy-conversation.ts';
import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { badField } from '../../../../platform/errors.ts';
import type { StageLimits } from '../../../billing/budgets/start-rules.ts';
import { type LimitPolicy, policyFor } from '../../../sandboxes/intent/within-limit.ts';
import { requestedServers } from '../../../settings/mcp-servers.ts';
import type { StartOrder } from './start-order.ts';

type Request = z.output<typeof StartRequest>;

/** A request of the current generation as an order. @throws AppError `validation_failed` */
export function appStartOrder(request: Request, ownerId: string, policy: LimitPolicy): StartOrder {
  if (request.suggested_task && request.initial_message)
    throw badField(['suggested_task'], 'Send either suggested_task or initial_message, not both.', 'exclusive_fields');
  if (request.snapshot_id !== null && request.sandbox_id !== null)
    throw badField(['snapshot_id'], 'Send either snapshot_id or sandbox_id, not both.', 'exclusive_fields');
  if (request.agent_kind === 'acp' && request.agent_type === 'plan')
    throw badField(
      ['agent_kind'],
      'An ACP agent cannot write a plan. Send either agent_kind or agent_type.',
      'exclusive_fields',
    );
  const images = request.initial_message?.content.findIndex(({ type }) => type === 'image') ?? -1;
  if (request.initial_message?.role === 'system' && images >= 0)
    throw badField(['initial_message', 'content', String(images)], 'A system message can contain only text.');
  return {
    ownerId,
    request: withSuggestedTask(request),
    chosenId: request.conversation_id,
    givenId: request.conversation_id,
    mcpServers: null,
    replayJson: null,
    policy,
  };
}

/** Sets the first message from a suggested task and, unless the request sets them, the repository and the trigger. */
function withSuggestedTask(request: Request): Request {
  const { suggested_task: task } = request;
  if (!task) return request;
  const text = taskPrompt(`issue #${task.issue_number}`, task.repo, task.title);
  return {
    ...request,
    selected_repository: request.selected_repository ?? task.repo,
    git_provider: request.git_provider ?? task.git_provider,
    trigger: request.trigger ?? 'suggested_task',
    initial_message: { role: 'user', content: [{ type: 'text', text, cache_prompt: false }], run: true },
  };
}

function taskPrompt(subject: string, repository: string, title?: string): string {
  const about = title === undefined ? '' : `: ${title}`;
  return `Solve ${subject} of the repository ${repository}${about}. Read it first, then solve it and say what you changed.`;
}

type LegacyRequest = z.output<typeof CreateConversationRequest>;
type Message = z.input<typeof StartRequest>['initial_message'];
type Trigger = 'openhands_api' | 'suggested_task' | 'microagent_management' | 'gui';

/** A legacy request as an order. */
export function legacyStartOrder(legacy: LegacyRequest, caller: Caller, stage: StageLimits): StartOrder {
  const { suggested_task: task, create_microagent: microagent } = legacy;
  const request = StartRequest.parse({
    // A recorded conversation replaces the first message.
    initial_message: legacy.replay_json ? null : messageOf(legacy),
    system_message_suffix: legacy.conversation_instructions ?? null,
    // A microagent belongs to its own repository, whatever else is named.
    selected_repository: microagent?.repo ?? legacy.repository ?? task?.repo ?? null,
    selected_branch: legacy.selected_branch ?? null,
    git_provider: microagent?.git_provider ?? legacy.git_provider ?? task?.git_provider ?? null,
    trigger: triggerOf(legacy, caller),
  });
  return {
    ownerId: caller.ownerId,
    request,
    chosenId: legacy.conversation_id === undefined ? null : canonicalId(legacy.conversation_id),
    givenId: legacy.conversation_id ?? null,
    mcpServers: legacy.mcp_config ? requestedServers(legacy.mcp_config) : null,
    replayJson: legacy.replay_json ?? null,
    policy: policyFor(caller, stage, 'reject'),
  };
}

/** A request with `Authorization: Bearer` comes from a program, whatever else it contains. */
function triggerOf(legacy: LegacyRequest, caller: Caller): Trigger {
  if (caller.scheme === 'bearer') return 'openhands_api';
  if (legacy.suggested_task) return 'suggested_task';
  return legacy.create_microagent ? 'microagent_management' : 'gui';
}

/** The first message. A suggested task replaces the caller's text. */
function messageOf(legacy: LegacyRequest): Message {
  const text = promptOf(legacy);
  const images = legacy.image_urls ?? [];
  if (text === null && images.length === 0) return null;
  return {
    role: 'user',
    content: [
      ...(text === null ? [] : [{ type: 'text' as const, text }]),
      ...(images.length === 0 ? [] : [{ type: 'image' as const, image_urls: images }]),
    ],
    run: true,
  };
}

function promptOf({
  suggested_task: task,
  create_microagent: microagent,
  initial_user_msg: message,
}: LegacyRequest): string | null {
  if (task) {
    const subject = task.issue_number === undefined ? 'a task' : `issue #${task.issue_number}`;
    return taskPrompt(subject, task.repo, task.title);
  }
  if (microagent && !message) {
    const title = microagent.title ? ` about: ${microagent.title}` : '';
    return `Write a microagent for the repository ${microagent.repo}${title}. Put it into .openhands/microagents.`;
  }
  // An empty text is not a message.
  return message || null;
}
