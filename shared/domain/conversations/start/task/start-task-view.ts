import type * as z from 'zod';
import type { StartTask as StartTaskContract } from '../../../../contract/shapes/start-task.ts';
import { echoedRequest } from './echoed-request.ts';
import type { StartTask } from './start-task.ts';
import { startTaskSteps } from './start-task-steps.ts';

/** With its steps, for those who follow one start; lists do without them. */
export function startTaskWithSteps(task: StartTask): z.input<typeof StartTaskContract> {
  return { ...startTaskView(task), steps: startTaskSteps(task) };
}

/**
 * A start task as its owner sees it. `conversation_id` is there from the first answer on. `app_conversation_id` comes
 * with READY: clients take any other value for a conversation that can be talked to.
 */
export function startTaskView(task: StartTask): z.input<typeof StartTaskContract> {
  return {
    id: task.start_task_id,
    created_by_user_id: task.owner_id,
    status: task.status,
    detail: task.detail,
    conversation_id: task.conversation_id,
    app_conversation_id: task.status === 'READY' ? task.conversation_id : null,
    sandbox_id: task.sandbox_id,
    agent_server_url: task.agent_server_url,
    request: echoedRequest(task.request),
    created_at: task.created_at,
    updated_at: task.updated_at,
  };
}
