import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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

const SWEEP_EVERY_MS = 2_500;

/**
 * Waits for work that sweeps may have to do, and does not wait a minute for each of them.
 *
 * @param before what happens before each sweep
 * @throws what the work throws, or what one of the others failed with.
 */
export async function withSweeps<T>(
  stateDirectory: string,
  work: Promise<T>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  const over = new AbortController();
  const sweeping = sweepUntil(over.signal, stateDirectory, before);
  try {
    // Sweeps end only by failing, or after the work.
    return await Promise.race([work, sweeping.then(() => work)]);
  } finally {
    over.abort();
    await sweeping;
  }
}

async function sweepUntil(over: AbortSignal, stateDirectory: string, before: () => Promise<unknown>): Promise<void> {
  while (!over.aborted) {
    await before();
    await askLocal(stateDirectory, 'POST', 'schedules');
    // An end of the wait is all that it is told of.
    await pause(SWEEP_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
  }
}
