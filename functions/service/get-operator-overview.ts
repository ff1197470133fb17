import { getOperatorOverview as endpoint, OperatorSummary } from '../../shared/contract/service/operators.ts';
import type { DynamoOperations } from '../../shared/domain/service/operations/dynamo-operations.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { operations } from '../../shared/wiring/service.ts';

interface Deps {
  readonly operations: Pick<DynamoOperations, 'summary' | 'failures'>;
  readonly now: Clock;
}

const MOST_REASONS = 100;

/** Two bounded reads: the summary that the sweep wrote, and the failures of 24 hours. */
export const getOperatorOverview = implement(endpoint, async (_, { operations, now }: Deps) => {
  const time = now();
  const [seen, failures] = await Promise.all([operations.summary(), operations.failures(time)]);
  return {
    as_of: seen?.at ?? null,
    sweep_age_seconds: seen ? Math.max(0, Math.round((time.getTime() - Date.parse(seen.at)) / 1000)) : null,
    failures: failures.slice(0, MOST_REASONS),
    summary: seen ? OperatorSummary.parse(JSON.parse(seen.document)) : null,
  };
});

export const handler = serve(getOperatorOverview, (granted) => ({ operations: operations(granted), now: systemClock }));
