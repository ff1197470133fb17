import type { TaskRecord } from './task-record.ts';
import { attachmentsView, containerView, sharedView, times } from './task-view.ts';

/** The `detail` of an "ECS Task State Change": the API's task with ISO 8601 times and an `eni`. */
export function taskEvent(task: TaskRecord): Record<string, unknown> {
  const { connectivity, ...shared } = sharedView(task);
  const detail = {
    ...shared,
    ...(connectivity === undefined ? {} : { connectivity }),
    attachments: attachmentsView(task, 'eni'),
    attributes: [],
    containers: [containerView(task)],
    ...times(task, (milliseconds) => new Date(milliseconds).toISOString()),
    updatedAt: new Date(task.updatedAt).toISOString(),
  };
  // An event is JSON: what a task does not have is absent, and a listener shares nothing with the record.
  return JSON.parse(JSON.stringify(detail));
}
