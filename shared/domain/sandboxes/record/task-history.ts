import * as z from 'zod';
import { Moment } from '../../../contract/shapes/moments.ts';

/** A task of a sandbox, by which its log is found. */
const PastTask = z.object({ generation: z.int(), task_id: z.string(), at: Moment });
export type PastTask = z.infer<typeof PastTask>;

/** The current task and the ones before, oldest first; absent before the first. */
export const TaskHistory = z.array(PastTask).optional();

/** Rows must stay small, and logs of older tasks are seldom read. */
const TASKS_KEPT = 10;

interface WithTask {
  readonly generation: number;
  readonly task_arn: string | null;
  readonly task_history?: readonly PastTask[] | undefined;
}

/** The history of a row that gets this task. */
export function withTask(row: WithTask, at: string): PastTask[] {
  const { generation, task_arn: arn, task_history: known = [] } = row;
  const id = arn?.split('/').at(-1);
  if (id === undefined || known.some(({ task_id }) => task_id === id)) return [...known];
  return [...known, { generation, task_id: id, at }].slice(-TASKS_KEPT);
}

/** The log stream of a task, as its log driver names it. */
export function logStreamOf({ spec_id: spec }: { readonly spec_id: string }, { task_id: id }: PastTask): string {
  return `${spec}/${CONTAINER}/${id}`;
}

/** The container of every task definition. */
const CONTAINER = 'agent';
