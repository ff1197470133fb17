import * as z from 'zod';
import { StartTaskStatus } from '../../../../contract/shapes/enums.ts';
import { MASK } from '../../../../contract/shapes/mask.ts';
import { type ConversationStep, conversationStartSteps, sandboxStartSteps } from '../../../../contract/shapes/steps.ts';
import { timestamp } from '../../../../platform/clock.ts';
import { Sealed } from '../../../../platform/vault.ts';
import { startKindOf } from '../../../sandboxes/record/outcomes.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { between, type StepTime, stepsOf } from '../../../sandboxes/record/step-times.ts';

/** The MCP servers of a conversation, by name, in the shape that agent servers read. */
export const McpServers = z.record(z.string(), z.record(z.string(), z.unknown()));
export type McpServers = z.infer<typeof McpServers>;

/** The working directory of a conversation, and the files of its repository for later steps. */
export const Project = z.object({
  /** The path of the sandbox's disk for the agent server. */
  root: z.string(),
  /** Under the working directory; `.` for the working directory itself. */
  directory: z.string(),
  has_setup: z.boolean(),
  has_hook: z.boolean(),
  has_skills: z.boolean(),
});
export type Project = z.infer<typeof Project>;

/** A state that a start task has left behind. */
const PassedState = z.object({
  status: StartTaskStatus,
  detail: z.string().nullable(),
  agent_server_url: z.string().nullable(),
  /** When it was last written. */
  updated_at: z.string(),
});

/** How many passed states a row keeps: a task may begin anew any number of times. */
export const PASSED_STATES = 30;

/** A row of the start-tasks table. Loose: older function versions keep the fields of newer ones. */
export const StartTask = z.looseObject({
  owner_id: z.string(),
  start_task_id: z.string(),
  conversation_id: z.string(),
  sandbox_id: z.string(),
  /** For a task with a worker: the step under way, and not the last one that is done. */
  status: StartTaskStatus,
  detail: z.string().nullable(),
  agent_server_url: z.string().nullable(),
  /** How often the status changed, and the latest states, all of which polling clients still see. */
  status_changes: z.int(),
  passed: z.array(PassedState),
  /** The request with its defaults. The values of its secrets are masked; the values themselves are sealed. */
  request: z.record(z.string(), z.unknown()),
  /** The secrets that came with the request, until the task is over. Null where none came. */
  sealed: Sealed.nullable(),
  /** The recording of another conversation, as JSON: it becomes the history of this one. */
  replay_json: z.string().nullable(),
  version: z.int(),
  /** The worker and the end of its lease. A worker that Lambda calls again keeps its name. */
  lease_holder: z.string().nullable(),
  lease_until: z.string().nullable(),
  /** Since when its step is under way, and in which generation of the sandbox: in another one, the steps begin anew. */
  step_since: z.string().nullable(),
  generation: z.int().nullable(),
  /** When it reached its steps, with those of its sandbox; absent on rows of earlier releases. */
  step_times: z.record(z.string(), z.string()).optional(),
  /** How its sandbox came up, or that it ran already. */
  start_kind: z.string().optional(),
  project: Project.nullable(),
  /** How often in a row the agent server failed at a step. */
  failures: z.int(),
  /** When the task fails at the latest. */
  deadline_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type StartTask = z.infer<typeof StartTask>;

/** How long a start may take, for a large image on a busy day; most failures end earlier. */
const START_MINUTES = 40;

export type NewStartTask = Pick<
  StartTask,
  'owner_id' | 'start_task_id' | 'conversation_id' | 'sandbox_id' | 'request' | 'sealed' | 'replay_json'
>;

export function newStartTask(given: NewStartTask, now: Date): StartTask {
  const at = timestamp(now);
  return {
    ...given,
    status: 'WORKING',
    detail: null,
    agent_server_url: null,
    status_changes: 0,
    passed: [],
    version: 1,
    lease_holder: null,
    lease_until: null,
    step_since: null,
    generation: null,
    project: null,
    failures: 0,
    deadline_at: timestamp(new Date(now.getTime() + START_MINUTES * 60_000)),
    created_at: at,
    updated_at: at,
  };
}

export function isOver(task: StartTask): boolean {
  return task.status === 'READY' || task.status === 'ERROR';
}

/** The task one write later, with the state behind it. A task that is over keeps no secrets. */
export function advanced(task: StartTask, now: Date, change: Partial<StartTask>): StartTask {
  const next = { ...passing(task, change), ...change, version: task.version + 1, updated_at: timestamp(now) };
  return isOver(next)
    ? { ...next, request: masked(next.request), sealed: null, replay_json: null, lease_holder: null, lease_until: null }
    : next;
}

function passing(task: StartTask, { status = task.status }: Partial<StartTask>): StartTask {
  if (status === task.status) return task;
  const state = PassedState.parse(task);
  return { ...task, status_changes: task.status_changes + 1, passed: [...task.passed, state].slice(-PASSED_STATES) };
}

/** The request as it may be shown and stored: names of secrets stay, values do not. */
export function masked(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { secrets } = request;
  if (typeof secrets !== 'object' || secrets === null) return { ...request };
  return { ...request, secrets: Object.fromEntries(Object.keys(secrets).map((name) => [name, MASK])) };
}

const order = [...sandboxStartSteps, ...conversationStartSteps];

type StepTimes = Pick<StartTask, 'step_times'>;

/** The steps of a start so far, from its acceptance on: what its sandbox did before is no part of it. */
export function startTaskSteps(
  task: Pick<StartTask, 'created_at' | 'updated_at' | 'status' | 'step_times'>,
): StepTime[] {
  const times: Record<string, string> = { ...task.step_times };
  if (task.status === 'READY') times.READY = task.updated_at;
  // A state that the task has left behind shows none that came after it.
  const known = between(task.created_at, task.updated_at, times);
  return stepsOf(order, { ...known, ACCEPTED: task.created_at });
}

/** Those after the steps of its sandbox. */
export function ownSteps(task: Parameters<typeof startTaskSteps>[0]): readonly StepTime[] {
  const own: readonly string[] = conversationStartSteps;
  return startTaskSteps(task).filter(({ step }) => own.includes(step));
}

/** The times of a worker that begins, or begins anew in another generation: those of the sandbox come first. */
export function beginSteps(task: StartTask, sandbox: Sandbox, at: string): Partial<StartTask> {
  const waited = (sandbox.step_times?.SANDBOX_RUNNING ?? '') >= task.created_at;
  return {
    step_times: { ...sandbox.step_times, START_BEGUN: at },
    start_kind: waited ? startKindOf(sandbox) : 'running',
  };
}

/** The times of a task with the end of one more step. */
export function withStep({ step_times: before }: StepTimes, step: ConversationStep, at: string): StepTimes {
  return { step_times: { ...before, [step]: at } };
}
