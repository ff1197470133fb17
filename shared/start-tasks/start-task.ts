import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { StartTaskStatus } from '../contract/enums.ts';

/** The MCP servers of a conversation, by name, in the shape that agent servers read. */
const McpServers = z.record(z.string(), z.record(z.string(), z.unknown()));
export type McpServers = z.infer<typeof McpServers>;

/** A row of the start-tasks table. Loose, so that what a newer version wrote survives an older one during a deployment. */
export const StartTask = z.looseObject({
  owner_id: z.string(),
  start_task_id: z.string(),
  conversation_id: z.string(),
  sandbox_id: z.string(),
  status: StartTaskStatus,
  detail: z.string().nullable(),
  agent_server_url: z.string().nullable(),
  /** The request with its defaults. Secret values are in it until the agent has them; answers mask them, and the end of the task removes them. */
  request: z.record(z.string(), z.unknown()),
  mcp_servers: McpServers.nullable(),
  replay_json: z.string().nullable(),
  version: z.int(),
  /** Which worker is on it, and until when it is taken to be. A worker that died and is called again by Lambda keeps its name. */
  lease_by: z.string().nullable().default(null),
  lease_until: z.string().nullable(),
  /** When the task fails at the latest. */
  deadline_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type StartTask = z.infer<typeof StartTask>;

/** How long a start may take. It covers a large image on a busy day; the sandbox's own limits end most failures earlier. */
const START_MINUTES = 25;

export type NewStartTask = Pick<
  StartTask,
  'owner_id' | 'start_task_id' | 'conversation_id' | 'sandbox_id' | 'request' | 'mcp_servers' | 'replay_json'
>;

export function newStartTask(given: NewStartTask, now: Date): StartTask {
  const at = timestamp(now);
  return {
    ...given,
    status: 'WORKING',
    detail: null,
    agent_server_url: null,
    version: 1,
    lease_by: null,
    lease_until: null,
    deadline_at: timestamp(new Date(now.getTime() + START_MINUTES * 60_000)),
    created_at: at,
    updated_at: at,
  };
}

export function isOver(task: StartTask): boolean {
  return task.status === 'READY' || task.status === 'ERROR';
}

/** The same task one write later. A task that is over keeps no secrets. */
export function advanced(task: StartTask, now: Date, change: Partial<StartTask>): StartTask {
  const next = { ...task, ...change, version: task.version + 1, updated_at: timestamp(now) };
  return isOver(next)
    ? {
        ...next,
        request: masked(next.request),
        mcp_servers: null,
        replay_json: null,
        lease_by: null,
        lease_until: null,
      }
    : next;
}

/** What stands for a secret in answers. */
export const MASK = '**********';

/** The request as it may be shown: names of secrets stay, values do not. */
export function masked(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { secrets } = request;
  if (typeof secrets !== 'object' || secrets === null) return { ...request };
  return { ...request, secrets: Object.fromEntries(Object.keys(secrets).map((name) => [name, MASK])) };
}
