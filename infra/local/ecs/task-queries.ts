import { invalidParameter, type ListTasksInput } from './requests.ts';
import type { TaskRecord } from './task-record.ts';

const filterNames = ['containerInstance', 'family', 'serviceName', 'desiredStatus', 'launchType'] as const;

/** One page of ListTasks, oldest task first. @throws AwsError InvalidParameterException */
export function listTasks(tasks: readonly TaskRecord[], input: ListTasksInput): Record<string, unknown> {
  if (input.startedBy !== undefined && filterNames.some((name) => input[name] !== undefined)) {
    throw invalidParameter('startedBy can not be combined with another filter.');
  }
  const after = input.nextToken === undefined ? '' : readPageToken(input.nextToken);
  const matching = tasks
    .filter((task) => matches(task, input))
    .map((task) => ({ arn: task.arn, position: positionOf(task) }))
    .filter(({ position }) => position > after)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const page = matching.slice(0, input.maxResults);
  const last = page.at(-1);
  const nextToken = last && matching.length > page.length ? writePageToken(last.position) : undefined;
  return { taskArns: page.map(({ arn }) => arn), ...(nextToken && { nextToken }) };
}

function matches(task: TaskRecord, input: ListTasksInput): boolean {
  // No local task belongs to a container instance, and the desired status is never PENDING.
  if (input.containerInstance !== undefined || input.desiredStatus === 'PENDING') return false;
  if (task.desiredStatus !== (input.desiredStatus ?? 'RUNNING')) return false;
  return (
    (input.startedBy === undefined || task.startedBy === input.startedBy) &&
    (input.family === undefined || task.family === input.family) &&
    (input.launchType === undefined || task.launchType === input.launchType)
  );
}

/** A place in the list that stays right when tasks before it disappear. */
function positionOf({ createdAt, id }: TaskRecord): string {
  return `${String(createdAt).padStart(15, '0')}/${id}`;
}

function writePageToken(position: string): string {
  return Buffer.from(position).toString('base64url');
}

function readPageToken(token: string): string {
  const position = Buffer.from(token, 'base64url').toString();
  if (!/^\d{15}\/[0-9a-f]{32}$/.test(position)) throw invalidParameter('Invalid token.');
  return position;
}
