import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { AccountChange, type AccountState } from '../account/account-state.ts';
import type { Answer } from '../aws/answer.ts';
import { AwsError } from '../aws/aws-error.ts';
import { FaultSchema, type Faults } from '../aws/faults.ts';
import type { Inventory } from '../aws/inventory.ts';
import { TaskEnd } from '../ecs/task-end.ts';
import type { RoleReport } from '../iam/roles.ts';
import { readBody } from './call.ts';

/** Paths of the local cloud itself, not of AWS. */
export const CONTROL_PREFIX = '/_local/';

/** Carries the secret access key of the local cloud's admin credentials. */
export const ADMIN_HEADER = 'x-local-admin-key';

/** What the control paths can show and do. */
export interface Controllable {
  /** Begins to end a task as AWS or its program would. @throws AwsError when no such task runs */
  endTask(taskId: string, how: TaskEnd): Promise<void>;
  inventory(): Promise<Inventory>;
  /** Runs every schedule now, in addition to its own times. */
  fireSchedules(): void;
  /** The adjustable state of the account. */
  readonly account: Pick<AccountState, 'facts' | 'change' | 'reset'>;
  /** What each role allows, and which of it was used in this run. */
  permissions(): readonly RoleReport[];
}

interface Options {
  readonly adminKey: string;
  readonly faults: Faults;
  /** Undefined while the local cloud is starting. */
  readonly services: Controllable | undefined;
}

const TASK_ROUTE = /^POST tasks\/([^/]+)$/;

/**
 * Handles the control paths. `GET alive` is open; the others need the admin key: `faults` (GET, POST, DELETE),
 * `account` (GET, POST changes, DELETE all changes), `state` and `permissions` (GET), `schedules` (POST), which runs
 * every schedule now, and `tasks/{task id}` (POST `{"how": …}`), which ends a task.
 */
export async function control(request: IncomingMessage, options: Options): Promise<Answer> {
  const route = `${request.method} ${(request.url ?? '').slice(CONTROL_PREFIX.length)}`;
  if (route === 'GET alive') return json(200, { pid: process.pid });
  if (!isAdmin(request, options.adminKey)) {
    return json(403, { message: `The header ${ADMIN_HEADER} must hold the admin key.` });
  }
  return (await onFaults(route, request, options.faults)) ?? onServices(route, request, options.services);
}

async function onFaults(route: string, request: IncomingMessage, faults: Faults): Promise<Answer | undefined> {
  switch (route) {
    case 'GET faults':
      return json(200, { faults: faults.list() });
    case 'POST faults':
      return withBody(request, FaultSchema, (fault) => {
        faults.add(fault);
        return json(201, { faults: faults.list() });
      });
    case 'DELETE faults':
      faults.clear();
      return json(200, { faults: [] });
    default:
      return undefined;
  }
}

async function onServices(route: string, request: IncomingMessage, services?: Controllable): Promise<Answer> {
  if (!services) return json(503, { message: 'The local cloud is starting.' });
  switch (route) {
    case 'GET account':
      return json(200, services.account.facts);
    case 'POST account':
      return withBody(request, AccountChange, (change) => json(200, services.account.change(change)));
    case 'DELETE account':
      return json(200, services.account.reset());
    case 'GET state':
      return json(200, await services.inventory());
    case 'GET permissions':
      return json(200, { roles: services.permissions() });
    case 'POST schedules':
      services.fireSchedules();
      return json(202, {});
    default: {
      const taskId = TASK_ROUTE.exec(route)?.[1];
      if (taskId === undefined) return json(404, { message: `There is no ${route}.` });
      return withBody(request, z.strictObject({ how: TaskEnd }), ({ how }) => endTask(services, taskId, how));
    }
  }
}

async function endTask(services: Controllable, taskId: string, how: TaskEnd): Promise<Answer> {
  try {
    await services.endTask(decodeURIComponent(taskId), how);
    return json(202, { task_id: taskId, how });
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return json(404, { message: error.message });
  }
}

async function withBody<T>(
  request: IncomingMessage,
  schema: z.ZodType<T>,
  use: (content: T) => Answer | Promise<Answer>,
): Promise<Answer> {
  const body = await readBody(request);
  let content: unknown;
  try {
    content = JSON.parse(body.toString('utf8'));
  } catch (cause) {
    return json(400, { message: `The body must be JSON: ${String(cause)}` });
  }
  const read = schema.safeParse(content);
  return read.success ? use(read.data) : json(400, { message: z.prettifyError(read.error) });
}

function isAdmin(request: IncomingMessage, adminKey: string): boolean {
  const given = Buffer.from(String(request.headers[ADMIN_HEADER] ?? ''));
  const wanted = Buffer.from(adminKey);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function json(status: number, content: unknown): Answer {
  return { status, body: JSON.stringify(content), headers: { 'content-type': 'application/json' } };
}
