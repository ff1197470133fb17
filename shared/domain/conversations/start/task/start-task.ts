import * as z from 'zod';
import { StartTaskStatus } from '../../../../contract/shapes/enums.ts';
import { Moment } from '../../../../contract/shapes/moments.ts';
import { Resources } from '../../../../contract/shapes/resources.ts';
import { StartWarning } from '../../../../contract/shapes/start-warning.ts';
import { type ConversationStep, conversationStartSteps, sandboxStartSteps } from '../../../../contract/shapes/steps.ts';
import { rowReader } from '../../../../platform/aws/rows.ts';
import { timestamp } from '../../../../platform/clock.ts';
import { Sealed } from '../../../../platform/vault.ts';
import { startKindOf } from '../../../sandboxes/record/outcomes.ts';
import { privacyFields } from '../../../sandboxes/record/privacy-fields.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { between, type StepTime, stepsOf } from '../../../sandboxes/record/step-times.ts';
import { masked } from './masked-request.ts';

/** The MCP servers of a conversation by name, in the format of agent servers. */
export type McpServers = Readonly<Record<string, unknown>>;

/** The working directory of a conversation, and what later steps need to know about its repository. */
export const Project = z.object({
  /** The path of the sandbox's disk on the agent server. */
  root: z.string(),
  /** Relative to the working directory. */
  directory: z.string(),
  has_setup: z.boolean(),
  has_hook: z.boolean(),
  /** Absent on older rows. */
  has_hooks_file: z.boolean().optional(),
  has_skills: z.boolean(),
});
export type Project = z.infer<typeof Project>;

/** An earlier state of a start task. */
const PassedState = z.object({
  status: StartTaskStatus,
  detail: z.string().nullable(),
  agent_server_url: z.string().nullable(),
  /** The last write in this state. */
  updated_at: Moment,
});

/** Number of earlier states in a row, as a task can restart any number of times. */
export const PASSED_STATES = 30;

/** A row of the start-tasks table. Loose: older function versions keep the fields of newer ones. */
export const StartTask = z.looseObject({
  owner_id: z.string(),
  start_task_id: z.string(),
  conversation_id: z.string(),
  sandbox_id: z.string(),
  /** The current step, not the last completed one. */
  status: StartTaskStatus,
  detail: z.string().nullable(),
  agent_server_url: z.string().nullable(),
  /** The size of its sandbox at this start. */
  resources: Resources,
  /** The prebuild that its sandbox began from. */
  prebuild_id: z.string().nullish(),
  /** The number of changes of the status, by which polling clients find the earlier states that they missed. */
  status_changes: z.int(),
  passed: z.array(PassedState),
  /** The request with its defaults. Its secrets are masked here, and sealed in the next field. */
  request: z.record(z.string(), z.unknown()),
  /** The request's secrets until the task ends; null if there are none. */
  sealed: Sealed.nullable(),
  /** A recording as JSON, which becomes the history of the conversation. */
  replay_json: z.string().nullable(),
  version: z.int(),
  /** The worker. A retried invocation keeps its name. */
  lease_holder: z.string().nullable(),
  lease_until: z.string().nullable(),
  /** The start of the current step. */
  step_since: z.string().nullable(),
  /** The sandbox's generation. In another one, all steps are taken again. */
  generation: z.int().nullable(),
  /** The times of the steps, including the sandbox's; absent on older rows. */
  step_times: z.record(z.string(), Moment).optional(),
  /** How its sandbox started, or `running`. */
  start_kind: z.string().optional(),
  project: Project.nullable(),
  /** Problems that did not stop the start, without secrets. */
  warnings: z.array(StartWarning).optional(),
  /** Consecutive failures of the agent server at a step. */
  failures: z.int(),
  /** Whether its first message is a pending message, and not for the request that creates the conversation. */
  is_message_queued: z.boolean().optional(),
  /** Identifies the last message that came with a start of the conversation. */
  message_digest: z.string().optional(),
  /** The generation whose agent may have got the request that creates the conversation, without a known result. */
  creating: z.int().nullish(),
  /** How much of a fork's history is stored: where its next page begins; null once all is stored. */
  history_after: z.string().nullish(),
  /** Whether a pause ended it. It goes on when its sandbox runs again. */
  is_paused: z.boolean().optional(),
  ...privacyFields,
  /** Deadline, after which the task fails. */
  deadline_at: Moment,
  created_at: Moment,
  updated_at: Moment,
});
export type StartTask = z.infer<typeof StartTask>;

/** A damaged task is over, as it cannot continue without what it has lost. */
export const readStartTask = /* @__PURE__ */ rowReader('start task', StartTask, {
  shown: [
    'detail',
    'agent_server_url',
    'status_changes',
    'passed',
    'step_times',
    'start_kind',
    'warnings',
    'updated_at',
  ],
  damaged: { status: 'ERROR', detail: 'The record of this start was damaged. Start the conversation again.' },
});

/** Time limit of a start, enough for a large image on a busy day. */
const START_MINUTES = 40;

function deadlineFrom(now: Date): string {
  return timestamp(new Date(now.getTime() + START_MINUTES * 60_000));
}

export type NewStartTask = Pick<
  StartTask,
  'owner_id' | 'start_task_id' | 'conversation_id' | 'sandbox_id' | 'resources' | 'request' | 'sealed' | 'replay_json'
> &
  RestartFields &
  Partial<Pick<StartTask, 'prebuild_id' | 'created_by' | 'private_to'>>;

/** What a start of an existing conversation knows of messages. */
export type RestartFields = Partial<Pick<StartTask, 'is_message_queued' | 'message_digest' | 'creating'>>;

/** The change with which a task goes on that a pause had ended. */
export function resumedTask(now: Date): Partial<StartTask> {
  return {
    status: 'WAITING_FOR_SANDBOX',
    detail: null,
    is_paused: false,
    step_since: null,
    failures: 0,
    deadline_at: deadlineFrom(now),
  };
}

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
    deadline_at: deadlineFrom(now),
    created_at: at,
    updated_at: at,
  };
}

export function isOver(task: StartTask): boolean {
  return task.status === 'READY' || task.status === 'ERROR';
}

/** The task after a change, with its earlier state. A task that is over keeps no secrets, unless it can go on. */
export function advanced(task: StartTask, now: Date, change: Partial<StartTask>): StartTask {
  const next = { ...passing(task, change), ...change, version: task.version + 1, updated_at: timestamp(now) };
  return isOver(next) && !next.is_paused
    ? { ...next, request: masked(next.request), sealed: null, replay_json: null, lease_holder: null, lease_until: null }
    : next;
}

function passing(task: StartTask, { status = task.status }: Partial<StartTask>): StartTask {
  if (status === task.status) return task;
  const state = PassedState.parse(task);
  return { ...task, status_changes: task.status_changes + 1, passed: [...task.passed, state].slice(-PASSED_STATES) };
}

const order = [...sandboxStartSteps, ...conversationStartSteps];

type StepTimes = Pick<StartTask, 'step_times'>;

/** The steps of a start so far, without earlier steps of its sandbox. */
export function startTaskSteps(
  task: Pick<StartTask, 'created_at' | 'updated_at' | 'status' | 'step_times'>,
): StepTime[] {
  const times: Record<string, string> = { ...task.step_times };
  if (task.status === 'READY') times.READY = task.updated_at;
  // An earlier state shows no later steps.
  const known = between(task.created_at, task.updated_at, times);
  return stepsOf(order, { ...known, ACCEPTED: task.created_at });
}

/** The steps after those of its sandbox. */
export function ownSteps(task: Parameters<typeof startTaskSteps>[0]): readonly StepTime[] {
  const own: readonly string[] = conversationStartSteps;
  return startTaskSteps(task).filter(({ step }) => own.includes(step));
}

/** The step times at the first step, after those of the sandbox's generation. */
export function beginSteps(task: StartTask, sandbox: Sandbox, at: string): Partial<StartTask> {
  const waited = (sandbox.step_times?.SANDBOX_RUNNING ?? '') >= task.created_at;
  return {
    step_times: { ...sandbox.step_times, START_BEGUN: at },
    start_kind: waited ? startKindOf(sandbox) : 'running',
  };
}

export function withStep({ step_times: before }: StepTimes, step: ConversationStep, at: string): StepTimes {
  return { step_times: { ...before, [step]: at } };
}
