import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Call, Clients } from './requests.ts';
import type { MeasuredService } from './service.ts';

export const operations = ['list', 'get', 'create'] as const;
export type OperationName = (typeof operations)[number];

/** Conversations of the owner who lists and gets. */
export const ROWS = 20;

/** More than any run makes: the service checks the limits and no run reaches them. */
const PLENTY = '1000000';

const PATH = '/api/v1/app-conversations';
const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 250;

/** Two owners with a running sandbox each: what one creates does not make the other's lists longer. */
export interface Scene {
  call(operation: OperationName): Call;
  /** Resolves when what creates have begun is done. */
  settled(): Promise<void>;
  /** The functions that answer the operations. */
  readonly endpoints: readonly string[];
}

/** A service and the checkout that it runs from. */
type Place = Pick<MeasuredService, 'root' | 'stateDirectory'>;

interface Task {
  readonly id: string;
  readonly status: string;
  readonly detail: string | null;
  readonly sandbox_id: string | null;
  readonly app_conversation_id: string | null;
}

export interface Home {
  readonly headers: Readonly<Record<string, string>>;
  readonly sandboxId: string;
  readonly conversationId: string;
}

export async function makeScene(place: Place, clients: Clients): Promise<Scene> {
  const [reader, writer] = await Promise.all([
    makeHome(place, 'reader', ROWS, clients),
    makeHome(place, 'writer', 1, clients),
  ]);
  return {
    call: (operation) => callOf(operation, operation === 'create' ? writer : reader),
    settled: async () => {
      await ready(await create(writer, clients), writer.headers, clients);
      await noneWorking(writer.headers, clients);
    },
    endpoints: ['list-app-conversations', 'create-app-conversation', 'search-app-conversations'],
  };
}

/** An owner with conversations in one running sandbox. */
export async function makeHome(place: Place, owner: string, rows: number, clients: Clients): Promise<Home> {
  const made = await firstConversation(await newKey(place, owner), clients);
  const begun = await Promise.all(Array.from({ length: rows - 1 }, () => create(made, clients)));
  for (const id of begun) await ready(id, made.headers, clients);
  return made;
}

/** Pauses the sandbox of an owner: reads of its conversations then ask no agent. */
export async function restingHome({ headers, sandboxId }: Home, clients: Clients): Promise<void> {
  await clients.send({ method: 'POST', path: `/api/v1/sandboxes/${sandboxId}/pause`, headers });
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const path = `/api/v1/sandboxes?id=${sandboxId}`;
    const [sandbox] = (await clients.send({ method: 'GET', path, headers })) as readonly { readonly status: string }[];
    if (sandbox?.status === 'PAUSED') return;
    if (Date.now() > deadline) throw new Error(`a sandbox is ${sandbox?.status}, not paused`);
    await pause(LOOK_EVERY_MS);
  }
}

/** By the command of the measured checkout, as each version writes down its services in its own way. */
async function newKey({ root, stateDirectory }: Place, owner: string): Promise<string> {
  const limits = ['--sandboxes', '10', '--requests-per-minute', PLENTY];
  const place = ['--state', stateDirectory, '--json'];
  const command = [join(root, 'infra/keys/cli.ts'), 'create', '--owner', `bench-${owner}`, ...limits, ...place];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
  return (JSON.parse(stdout) as { readonly api_key: string }).api_key;
}

async function firstConversation(key: string, clients: Clients): Promise<Home> {
  const headers = { 'X-Session-API-Key': key };
  const begun = (await clients.send({ method: 'POST', path: PATH, headers, body: {} })) as Task;
  const task = await ready(begun.id, headers, clients);
  if (task.sandbox_id === null || task.app_conversation_id === null) throw new Error('a ready task names no sandbox');
  return { headers, sandboxId: task.sandbox_id, conversationId: task.app_conversation_id };
}

async function create(owner: Home, clients: Clients): Promise<string> {
  return ((await clients.send(callOf('create', owner))) as Task).id;
}

function callOf(operation: OperationName, { headers, sandboxId, conversationId }: Home): Call {
  switch (operation) {
    case 'list':
      return { method: 'GET', path: `${PATH}/search?limit=${ROWS}`, headers };
    case 'get':
      return { method: 'GET', path: `${PATH}?ids=${conversationId}`, headers };
    case 'create': {
      const body = { title: 'A conversation of the bench', sandbox_id: sandboxId };
      return { method: 'POST', path: PATH, headers: { ...headers, 'Idempotency-Key': randomUUID() }, body };
    }
  }
}

async function ready(id: string, headers: Call['headers'], clients: Clients): Promise<Task> {
  const path = `${PATH}/start-tasks?ids=${id}`;
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const [task] = (await clients.send({ method: 'GET', path, headers })) as readonly (Task | null)[];
    if (task?.status === 'READY') return task;
    if (task?.status === 'ERROR') throw new Error(`a start failed: ${task.detail}`);
    if (Date.now() > deadline) throw new Error(`a start is ${task?.status} after ${READY_WITHIN_MS / 1000} s`);
    await pause(LOOK_EVERY_MS);
  }
}

/** Start tasks come newest first. */
async function noneWorking(headers: Call['headers'], clients: Clients): Promise<void> {
  const path = `${PATH}/start-tasks/search?limit=100`;
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const { items } = (await clients.send({ method: 'GET', path, headers })) as { readonly items: readonly Task[] };
    if (items.every(({ status }) => status === 'READY' || status === 'ERROR')) return;
    if (Date.now() > deadline) throw new Error('starts are still under way');
    await pause(LOOK_EVERY_MS);
  }
}
