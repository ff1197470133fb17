import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { StartTaskStatus } from '../contract/enums.ts';
import { Sealed } from '../vault/vault.ts';
import { MASK } from './redact.ts';

/** The MCP servers of a conversation, by name, in the shape that agent servers read. */
export const McpServers = z.record(z.string(), z.record(z.string(), z.unknown()));
export type McpServers = z.infer<typeof McpServers>;

/** Where a conversation works, and what its repository brings along for later steps. */
export const Project = z.object({
  /** Where the sandbox's disk is as the agent server knows it. */
  root: z.string(),
  /** Under the working directory; `.` for the working directory itself. */
  directory: z.string(),
  has_setup: z.boolean(),
  has_hook: z.boolean(),
  has_skills: z.boolean(),
});
export type Project = z.infer<typeof Project>;

/** A state that a start task has left behind. */
export const PassedState = z.object({
  status: StartTaskStatus,
  detail: z.string().nullable(),
  agent_server_url: z.string().nullable(),
  /** When it was last written. */
  updated_at: z.string(),
});
export type PassedState = z.infer<typeof PassedState>;

/** How many passed states a row keeps, the latest ones: a sandbox that ends again and again has its task begin anew each time. */
export const PASSED_STATES = 30;

/** A row of the start-tasks table. Loose, so that what a newer version wrote survives an older one during a deployment. */
export const StartTask = z.looseObject({
  owner_id: z.string(),
  start_task_id: z.string(),
  conversation_id: z.string(),
  sandbox_id: z.string(),
  /** Of a task with a worker, the step that is under way, and not the last one that is done. */
  status: StartTaskStatus,
  detail: z.string().nullable(),
  agent_server_url: z.string().nullable(),
  /** How often the status has changed, and the states before each of the last changes: whoever follows the task looks now and then, and sees all of them. */
  status_changes: z.int().default(0),
  passed: z.array(PassedState).default([]),
  /** The request with its defaults. The values of its secrets are masked; what they are is sealed. */
  request: z.record(z.string(), z.unknown()),
  /** The secrets that came with the request, until the task is over. Null where none came. */
  sealed: Sealed.nullable().default(null),
  /** What was recorded of another conversation, as JSON: its history becomes that of this one. */
  replay_json: z.string().nullable(),
  version: z.int(),
  /** Which worker is on it, and until when it is taken to be. A worker that died and is called again by Lambda keeps its name. */
  lease_by: z.string().nullable().default(null),
  lease_until: z.string().nullable(),
  /** Since when its step is under way, and in which generation of the sandbox: in another one, the steps begin anew. */
  step_since: z.string().nullable().default(null),
  generation: z.int().nullable().default(null),
  project: Project.nullable().default(null),
  /** How often in a row the agent server failed at a step. */
  failures: z.int().default(0),
  /** When the task fails at the latest. */
  deadline_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type StartTask = z.infer<typeof StartTask>;

/** How long a start may take. It covers a large image on a busy day, and every step of it for as long as that may take; most failures end earlier. */
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
    lease_by: null,
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

/** The same task one write later, with the state behind it if the status has changed. A task that is over keeps no secrets. */
export function advanced(task: StartTask, now: Date, change: Partial<StartTask>): StartTask {
  const next = { ...passing(task, change), ...change, version: task.version + 1, updated_at: timestamp(now) };
  return isOver(next)
    ? { ...next, request: masked(next.request), sealed: null, replay_json: null, lease_by: null, lease_until: null }
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
