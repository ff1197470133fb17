import { timestamp } from '../../../../platform/clock.ts';
import { log } from '../../../../platform/log.ts';
import type { Metric } from '../../../../platform/metrics.ts';
import { publishSteps } from '../../../sandboxes/record/outcomes.ts';
import { ownSteps, type StartTask } from '../task/start-task.ts';

/** How a start ended. Other ends than `ready` and failures of the service are caused by users or their requests. */
export type StartEnd =
  | 'ready'
  | ServiceFailure
  | 'sandbox_paused'
  | 'sandbox_gone'
  | 'conversation_deleted'
  | 'refused';

const serviceFailures = ['too_late', 'sandbox_failed', 'agent_failed', 'secrets_unreadable'] as const;
type ServiceFailure = (typeof serviceFailures)[number];

/**
 * Publishes the metrics of a start that has ended.
 *
 * @param spec the spec of its sandbox; undefined if the sandbox is gone
 */
export function publishEnd(task: StartTask, end: StartEnd, spec: string | undefined, now: Date, metric: Metric): void {
  const failed = serviceFailures.some((failure) => failure === end);
  const { owner_id, start_task_id, conversation_id, sandbox_id, start_kind: start = null } = task;
  const seconds = secondsSince(task.created_at, now);
  const ids = { owner_id, start_task_id, conversation_id, sandbox_id };
  metric('StartFailed', failed ? 1 : 0, 'Count', {
    ...ids,
    end,
    status: task.status,
    start,
    spec: spec ?? null,
    seconds,
  });
  if (end !== 'ready' || spec === undefined) return;
  metric('StartSeconds', seconds, 'Seconds');
  metric('StartSeconds', seconds, 'Seconds', {}, { Spec: spec, Start: start ?? 'running' });
  publishSteps(ownSteps({ ...task, updated_at: timestamp(now) }), spec, { start, ...ids }, metric);
}

/** Logs the duration of a step. @param since when the step began */
export function logStep({ owner_id, start_task_id }: StartTask, step: StartTask['status'], since: string, now: Date) {
  log.info('start task step done', { owner_id, start_task_id, step, seconds: secondsSince(since, now) });
}

function secondsSince(time: string, now: Date): number {
  return (now.getTime() - Date.parse(time)) / 1000;
}
