import { type WorkerId, workers } from '../../shared/contract/workers.ts';
import type { StageSettings } from './schema.ts';
import { endpointShares, type SharingEndpoint } from './sharing-endpoints.ts';

type Reservations = Readonly<Partial<Record<WorkerId | SharingEndpoint, number>>>;

/** With less, the shares of most workers would be one or two runs. */
const LEAST_CONCURRENCY = 1_000;

/**
 * Each worker's share of 1,000 concurrent executions. Together they leave more than half to endpoints.
 * `test/bench/concurrency.ts` has the loads behind these numbers.
 */
const shares: Readonly<Record<WorkerId, number>> = {
  // Runs for each request, for about 20 ms.
  authorize: 80,
  'reconcile-sandbox': 40,
  'sweep-sandboxes': 2,
  // One for each of eight segments of a large fleet.
  'sweep-segment': 8,
  // Waits until an agent responds.
  'boot-sandbox': 70,
  'stop-sandbox': 20,
  // One run per queued launch, each for up to 50 seconds.
  'wake-sandbox': 30,
  // Waits while a sandbox starts or stops.
  'reconcile-snapshot': 5,
  // Anyone can call it. Each run waits for up to two seconds.
  'answer-address': 20,
  // Waits while a sandbox starts.
  'check-sandbox-spec': 3,
  'install-ingress-keys': 2,
  // One for each shard of the stream. They take turns at the store.
  'write-edge-entries': 4,
  // Each shard of a stream invokes it up to ten times concurrently.
  'dispatch-start-tasks': 20,
  'run-start-task': 60,
  // One run per build, each for minutes.
  'build-prebuild': 3,
  'deliver-messages': 20,
  // Waits four seconds for events in transit.
  'backfill-events': 49,
  'purge-events': 10,
  'reconcile-usage': 2,
  // Waits for sandboxes to end.
  'erase-owner': 1,
  'queue-webhooks': 20,
  // One run per receiver with a backlog, for minutes if it is slow.
  'deliver-webhooks': 30,
};

/** The reserved concurrency of each function with a share: the budget, if enabled, and the operator's own numbers. */
export function reservationsOf({
  concurrencyBudget,
  functionConcurrency,
  reservedConcurrency,
}: Pick<StageSettings, 'concurrencyBudget' | 'functionConcurrency' | 'reservedConcurrency'>): Reservations {
  return { ...(concurrencyBudget ? budgetOf(functionConcurrency) : {}), ...reservedConcurrency };
}

/** The shares of the account's concurrency. */
export function budgetOf(functionConcurrency: number): Reservations {
  const all = { ...Object.fromEntries(workers.map(({ id }) => [id, shares[id]])), ...endpointShares };
  return Object.fromEntries(
    Object.entries(all).map(([id, share]) => [id, Math.floor((share * functionConcurrency) / LEAST_CONCURRENCY)]),
  );
}

/** The problem of a stage's budget, if any. */
export function concurrencyProblem({
  concurrencyBudget,
  functionConcurrency,
}: Pick<StageSettings, 'concurrencyBudget' | 'functionConcurrency'>): string | undefined {
  if (!concurrencyBudget || functionConcurrency >= LEAST_CONCURRENCY) return undefined;
  return `concurrencyBudget: needs a functionConcurrency of at least ${LEAST_CONCURRENCY}.`;
}
