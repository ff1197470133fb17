import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskEnd } from '../../../infra/local/aws/control.ts';
import type { Inventory } from '../../../infra/local/aws/inventory.ts';

/** Asks a local service by its control paths, with the admin key from its state directory. @throws when the answer is a refusal. */
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

/** Everything that exists in the AWS behind a local service. */
export function inventoryOf(stateDirectory: string): Promise<Inventory> {
  return askLocal(stateDirectory, 'GET', 'state');
}

/** Ends a task as AWS or its own program would. */
export async function endTask(stateDirectory: string, taskId: string, how: TaskEnd): Promise<void> {
  await askLocal(stateDirectory, 'POST', `tasks/${taskId}`, { how });
}
