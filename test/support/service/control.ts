import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Inventory } from '../../../infra/local/aws/inventory.ts';
import type { TaskEnd } from '../../../infra/local/ecs/task-end.ts';

/** Connects an operator's SDK client to a service on this machine. Also returns its stack outputs. */
export interface Operator {
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  /** The prefix of stack and function names. */
  readonly deployment: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** @throws when no service runs on the state directory */
export async function operatorOf(stateDirectory: string): Promise<Operator> {
  const file = JSON.parse(await readFile(join(stateDirectory, 'endpoint.json'), 'utf8'));
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = file.admin;
  const { aws_endpoint: endpoint, region, deployment, outputs } = file;
  return { client: { endpoint, region, credentials: { accessKeyId, secretAccessKey } }, deployment, outputs };
}

/** Calls a control path with the admin key from the state directory. @throws on a refusal */
export async function askLocal<T>(stateDirectory: string, method: string, path: string, body?: unknown): Promise<T> {
  const { endpoint, credentials } = (await operatorOf(stateDirectory)).client;
  const response = await fetch(`${endpoint}/_local/${path}`, {
    method,
    headers: { 'x-local-admin-key': credentials.secretAccessKey },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

export function inventoryOf(stateDirectory: string): Promise<Inventory> {
  return askLocal(stateDirectory, 'GET', 'state');
}

export async function endTask(stateDirectory: string, taskId: string, how: TaskEnd): Promise<void> {
  await askLocal(stateDirectory, 'POST', `tasks/${taskId}`, { how });
}
