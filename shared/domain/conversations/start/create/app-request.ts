import type * as z from 'zod';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { badField } from '../../../../platform/errors/bad-field.ts';
import { AppError } from '../../../../platform/errors/errors.ts';
import type { LimitPolicy } from '../../../sandboxes/intent/within-limit.ts';
import type { StartOrder } from './start-order.ts';

type Request = z.output<typeof StartRequest>;

/**
 * A request of the current generation as an order.
 *
 * @throws AppError for a suggested task and a first message, and for an ACP agent that shall write a plan
 */
export function appStartOrder(request: Request, ownerId: string, policy: LimitPolicy): StartOrder {
  if (request.suggested_task && request.initial_message)
    throw excluded('suggested_task', 'send suggested_task or initial_message, not both');
  if (request.agent_kind === 'acp' && request.agent_type === 'plan')
    throw excluded('agent_kind', 'an ACP agent writes no plan; send agent_kind or agent_type, not both');
  const images = request.initial_message?.content.findIndex(({ type }) => type === 'image') ?? -1;
  if (request.initial_message?.role === 'system' && images >= 0)
    throw badField(['initial_message', 'content', String(images)], 'instructions of the system are text alone');
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
