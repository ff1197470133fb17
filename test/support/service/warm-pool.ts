import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoWarmPool } from '../../../shared/domain/sandboxes/warm/dynamo-warm-pool.ts';
import { isReady } from '../../../shared/domain/sandboxes/warm/keep-pools.ts';
import { eventually } from './eventually.ts';
import { LocalTables } from './tables.ts';
import { callWorker } from './workers.ts';

/** The rows of the warm pool of a local service. */
export async function warmRows(stateDirectory: string): Promise<readonly Sandbox[]> {
  const tables = await LocalTables.of(stateDirectory);
  try {
    const documents = DynamoDBDocumentClient.from(tables.client);
    const names = { sandboxes: tables.name('Sandboxes'), launchPaces: tables.name('LaunchPaces') };
    return (await new DynamoWarmPool(documents, names).look()).rows;
  } finally {
    tables.close();
  }
}

/** Less than the minute between two sweeps, so that the worker after a claim must refill the pool. */
const REFILL = 40_000;

/** Starts the first tasks, and waits until exactly this many are ready and none is starting. */
export async function waitForPool(stateDirectory: string, size: number): Promise<readonly Sandbox[]> {
  // Does not wait for the schedule, which runs every minute.
  await callWorker(stateDirectory, 'sweep-sandboxes', {});
  return waitUntilFull(stateDirectory, size);
}

/** Waits until exactly this many are ready and none is starting, whatever starts them. */
export function waitUntilFull(stateDirectory: string, size: number): Promise<readonly Sandbox[]> {
  return eventually(`the warm pool has ${size} tasks`, () => readyRows(stateDirectory, size));
}

/** Waits for the refill after a claim, without a sweep. */
export function waitForRefill(stateDirectory: string, size: number): Promise<readonly Sandbox[]> {
  return eventually(`the warm pool has ${size} tasks again`, () => readyRows(stateDirectory, size), REFILL);
}

async function readyRows(stateDirectory: string, size: number): Promise<readonly Sandbox[]> {
  const rows = await warmRows(stateDirectory);
  if (rows.length === size && rows.every(isReady)) return rows;
  throw new Error(`it has ${JSON.stringify(rows.map(({ phase, desired, warm }) => ({ phase, desired, warm })))}`);
}
