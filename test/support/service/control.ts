import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Inventory } from '../../../infra/local/aws/inventory.ts';
import type { TaskEnd } from '../../../infra/local/endpoint/control.ts';

/** Calls a control path with the admin key from the state directory. @throws on a refusal */
export async function askLocal<T>(stateDirectory: string, method: string, path: string, body?: unknown): Promise<T> {
  const file = JSON.parse(await readFile(join(stateDirectory, 'endpoint.json'), 'utf8'));
  const response = await fetch(`${file.aws_endpoint}/_local/${path}`, {
    method,
    headers: { 'x-local-admin-key': file.admin.secret_access_key },
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
