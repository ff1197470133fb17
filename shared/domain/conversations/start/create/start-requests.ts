import type * as z from 'zod';
import type { Caller } from '../../../../contract/endpoint/caller.ts';
import { canonicalId } from '../../../../contract/shapes/ids.ts';
import type { CreateConversationRequest, McpConfig } from '../../../../contract/shapes/legacy-conversation.ts';
import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { AppError, badField } from '../../../../platform/errors.ts';
import { type LimitPolicy, policyFor } from '../../../sandboxes/intent/within-limit.ts';
import type { McpServers } from '../task/start-task.ts';
import type { StartOrder } from './start-order.ts';

type Request = z.output<typeof StartRequest>;

/**
 * A request of the current generation as an order.
 *
 * @throws AppError for a suggested task and a first message, and for an ACP agent that shall write a plan
 */
export function appStartOrder(request: Request, ownerId: string, policy: LimitPolicy): StartOrder {
  if (request.suggested_task && request.initial_message)
    throw excluded('suggested_task', 'Send either suggested_task or initial_message, not both.');
  if (request.agent_kind === 'acp' && request.agent_type === 'plan')
    throw excluded('agent_kind', 'An ACP agent cannot write a plan. Send either agent_kind or agent_type.');
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

function excluded(field: string, msg: string): AppError {
  const errors = [{ loc: ['body', field], msg, type: 'exclusive_fields', pointer: `#/${field}` }];
  return new AppError('validation_failed', `body.${field}: ${msg}`, { extensions: { errors } });
}

/** A suggested task fills the fields that the request left open: the repository, the trigger and the first message. */
function withSuggestedTask(request: Request): Request {
  const { suggested_task: task } = request;
  if (!task) return request;
  const text = `Solve issue #${task.issue_number} of the repository ${task.repo}: ${task.title}. Read it first, then solve it and say what you changed.`;
  return {
    ...request,
    selected_repository: request.selected_repository ?? task.repo,
    git_provider: request.git_provider ?? task.git_provider,
    trigger: request.trigger ?? 'suggested_task',
    initial_message: { role: 'user', content: [{ type: 'text', text, cache_prompt: false }], run: true },
  };
}

type LegacyRequest = z.output<typeof CreateConversationRequest>;
type Message = z.input<typeof StartRequest>['initial_message'];
type Trigger = 'openhands_api' | 'suggested_task' | 'microagent_management' | 'gui';

/** A legacy request as an order. Fields without a counterpart are stored with the start task. */
export function legacyStartOrder(legacy: LegacyRequest, caller: Caller, limit: number): StartOrder {
  const { suggested_task: task, create_microagent: microagent } = legacy;
  const request = StartRequest.parse({
    // A recorded conversation takes the place of a first message.
    initial_message: legacy.replay_json ? null : messageOf(legacy),
    system_message_suffix: legacy.conversation_instructions ?? null,
    // A microagent is written for its own repository, whatever else is named.
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
    mcpServers: legacy.mcp_config ? mcpServersOf(legacy.mcp_config) : null,
    replayJson: legacy.replay_json ?? null,
    policy: policyFor(caller, limit, 'reject'),
  };
}

/** A call with `Authorization: Bearer` comes from a program, which overrides the requested trigger. */
function triggerOf(legacy: LegacyRequest, caller: Caller): Trigger {
  if (caller.scheme === 'bearer') return 'openhands_api';
  if (legacy.suggested_task) return 'suggested_task';
  return legacy.create_microagent ? 'microagent_management' : 'gui';
}

/** A suggested task replaces the caller's message, as it always did. Images travel with the first message. */
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
    const title = task.title === undefined ? '' : `: ${task.title}`;
    return `Solve ${subject} of the repository ${task.repo}${title}. Read it first, then solve it and say what you changed.`;
  }
  if (microagent && !message) {
    const title = microagent.title ? ` about: ${microagent.title}` : '';
    return `Write a microagent for the repository ${microagent.repo}${title}. Put it into .openhands/microagents.`;
  }
  // An empty text is no message: the agent would be asked to answer nothing.
  return message || null;
}

/** Unnamed servers get unique names by kind and place. The service never looks into their keys. */
function mcpServersOf(config: z.output<typeof McpConfig>): McpServers {
  const byUrl = (kind: string, transport: string, servers: typeof config.sse_servers = []) =>
    servers.map(({ url, api_key: key }, index): [string, Record<string, unknown>] => [
      `${kind}_${index + 1}`,
      { url, transport, ...(key ? { headers: { Authorization: `Bearer ${key}` } } : {}) },
    ]);
  const stdio = (config.stdio_servers ?? []).map(
    ({ name, command, args, env }, index): [string, Record<string, unknown>] => [
      name || `stdio_${index + 1}`,
      { transport: 'stdio', command, args: args ?? [], env: env ?? {} },
    ],
  );
  const servers: McpServers = {};
  const all = [
    ...byUrl('sse', 'sse', config.sse_servers),
    ...stdio,
    ...byUrl('shttp', 'streamable-http', config.shttp_servers),
  ];
  for (const [name, server] of all) servers[freeName(name, servers)] = server;
  return servers;
}

function freeName(wanted: string, taken: McpServers): string {
  let name = wanted;
  for (let place = 2; Object.hasOwn(taken, name); place += 1) name = `${wanted}_${place}`;
  return name;
}
