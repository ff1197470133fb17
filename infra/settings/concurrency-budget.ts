import { type WorkerId, workers } from '../../shared/contract/workers.ts';
import type { StageSettings } from './schema.ts';

type Reservations = Readonly<Partial<Record<WorkerId, number>>>;

/** With less, the shares of most workers would be a run or two at a time. */
export const LEAST_CONCURRENCY = 1_000;

/**
 * How many of a thousand executions of the account each worker may have at a time. All of them together leave more than
 * half to endpoints. `test/bench/concurrency.ts` has the loads that they are made for.
 */
const shares: Readonly<Record<WorkerId, number>> = {
  // It runs for each request, for some 20 ms.
  authorize: 80,
  'reconcile-sandbox': 40,
  'sweep-sandboxes': 2,
  // One for each of eight segments of a large fleet.
  'sweep-segment': 8,
  // It waits until an agent answers.
  'boot-sandbox': 70,
  'stop-sandbox': 20,
  // Each waits for up to 50 seconds, and there is one for each launch that waits for its turn.
  'wake-sandbox': 30,
  'install-ingress-keys': 2,
  // Each part of a stream calls it up to ten times at once.
  'dispatch-start-tasks': 20,
  'run-start-task': 60,
  'deliver-messages': 20,
  // It waits four seconds for what is on its way.
  'backfill-events': 50,
  'purge-events': 10,
  'reconcile-usage': 2,
  'queue-webhooks': 20,
  // One run for each receiver that is behind, for minutes where it is slow.
  'deliver-webhooks': 30,
};

/** What is set aside for each worker: by the budget, where the stage has one, and by its operator's own numbers. */
export function reservationsOf({
  concurrencyBudget,
  functionConcurrency,
  reservedConcurrency,
}: Pick<StageSettings, 'concurrencyBudget' | 'functionConcurrency' | 'reservedConcurrency'>): Reservations {
  return { ...(concurrencyBudget ? budgetOf(functionConcurrency) : {}), ...reservedConcurrency };
}

/** The shares of an account that may run so many functions at a time. */
export function budgetOf(functionConcurrency: number): Reservations {
  return Object.fromEntries(
    workers.map(({ id }) => [id, Math.floor((shares[id] * functionConcurrency) / LEAST_CONCURRENCY)]),
  );
}

/** @returns what is wrong with the budget of a stage, if anything is. */
export function concurrencyProblem({
  concurrencyBudget,
  functionConcurrency,
}: Pick<StageSettings, 'concurrencyBudget' | 'functionConcurrency'>): string | undefined {
  if (!concurrencyBudget || functionConcurrency >= LEAST_CONCURRENCY) return undefined;
  return `concurrencyBudget: needs a functionConcurrency of ${LEAST_CONCURRENCY} or more, as AWS lets none reserve the last 100.`;
}
