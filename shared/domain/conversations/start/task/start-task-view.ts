import type * as z from 'zod';
import type { Caller } from '../../../../contract/endpoint/caller.ts';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import type { StartTask as StartTaskContract } from '../../../../contract/shapes/start-task.ts';
import { seesKeys } from '../../../sandboxes/view/shown-keys.ts';
import { masked } from './masked-request.ts';
import { type StartTask, startTaskSteps } from './start-task.ts';

type Viewer = Pick<Caller, 'scopes'>;

/** A start task with its steps. Lists omit the steps. */
export function startTaskWithSteps(task: StartTask, viewer?: Viewer): z.input<typeof StartTaskContract> {
  return { ...startTaskView(task, viewer), steps: startTaskSteps(task) };
}

/**
 * A start task as its owner sees it. `app_conversation_id` is null until READY, as clients treat any other value as a
 * conversation that accepts messages. The URL lasts and can allow to resume the sandbox, so only callers that see
 * session keys get it.
 *
 * @param viewer by default who started it
 */
export function startTaskView(task: StartTask, viewer?: Viewer): z.input<typeof StartTaskContract> {
  return {
    id: task.start_task_id,
    created_by_user_id: task.created_by ?? task.owner_id,
    status: task.status,
    detail: task.detail,
    conversation_id: task.conversation_id,
    app_conversation_id: task.status === 'READY' ? task.conversation_id : null,
    sandbox_id: task.sandbox_id,
    agent_server_url: !viewer || seesKeys(viewer) ? task.agent_server_url : null,
    resources: task.resources,
    prebuild_id: task.prebuild_id ?? null,
    request: echoedRequest(task.request),
    warnings: task.warnings ?? [],
    created_at: task.created_at,
    updated_at: task.updated_at,
  };
}

type Field = keyof z.output<typeof StartRequest>;

/** The fields of a request that its start task shows. */
const shown = [
  'sandbox_id',
  'sandbox_spec_id',
  'resources',
  'snapshot_id',
  'capacity',
  'use_prebuild',
  'conversation_id',
  'initial_message',
  'system_message_suffix',
  'disabled_skills',
  'processors',
  'llm_model',
  'max_budget_per_task',
  'agent_profile_id',
  'agent_kind',
  'selected_repository',
  'selected_branch',
  'git_provider',
  'suggested_task',
  'title',
  'trigger',
  'pr_number',
  'parent_conversation_id',
  'agent_type',
  'public',
  'visibility',
  'observability_metadata',
  'observability_tags',
  'observability_span_name',
  'plugins',
  'secrets',
] as const satisfies readonly Field[];

/** The request of a start task as its owner sees it, with only the names of secrets and parameters. */
function echoedRequest(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const safe = masked(request);
  const echoed = shown.filter((name) => name in safe).map((name): [string, unknown] => [name, safe[name]]);
  return Object.fromEntries(echoed);
}
