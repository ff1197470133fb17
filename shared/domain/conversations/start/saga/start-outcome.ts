import { timestamp } from '../../../../platform/clock.ts';
import { log } from '../../../../platform/log.ts';
import type { Metric } from '../../../../platform/metrics.ts';
import { publishSteps } from '../../../sandboxes/record/outcomes.ts';
import { ownSteps, type StartTask } from '../task/start-task.ts';

/**
 * How a start ended. The service could not do it: `too_late`, `sandbox_failed`, `agent_failed`, `secrets_unreadable`.
 * People ended it, or asked for what cannot be: `sandbox_paused`, `sandbox_gone`, `conversation_deleted`, `refused`.
 */
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
 * Publishes the end of a start, after the write that decided it. It takes no round trip.
 *
 * @param spec of its sandbox; undefined when there is none any more
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

/** Logs how long a step of a start took. @param since when it began */
export function logStep({ owner_id, start_task_id }: StartTask, step: StartTask['status'], since: string, now: Date) {
  log.info('start task step done', { owner_id, start_task_id, step, seconds: secondsSince(since, now) });
}

function secondsSince(time: string, now: Date): number {
  return (now.getTime() - Date.parse(time)) / 1000;
}
