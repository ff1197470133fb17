import { getSandboxMeasurements as endpoint } from '../../shared/contract/logs/logs.ts';
import { measurementsOf } from '../../shared/domain/logs/measurements.ts';
import type { MarkedLines } from '../../shared/domain/logs/task-logs.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { markedLines } from '../../shared/wiring/logs.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly logs: MarkedLines;
  readonly now: Clock;
}

const HOUR = 3_600_000;

/** Of a deleted sandbox, measurements are readable as long as its receipt. */
export const getSandboxMeasurements = implement(endpoint, async ({ params, query, caller }, deps: Deps) => {
  const sandbox = await deps.sandboxes.find(caller.ownerId, params.sandbox_id);
  if (!sandbox) throw new NotFoundError('Sandbox', params.sandbox_id);
  const until = query.until === undefined ? deps.now().getTime() : Date.parse(query.until);
  const since = query.since === undefined ? until - HOUR : Date.parse(query.since);
  return { items: [...(await measurementsOf(sandbox, { since, until }, deps.logs))] };
});

export const handler = serve(getSandboxMeasurements, (granted) => ({
  sandboxes: sandboxReader(granted),
  logs: markedLines(),
  now: systemClock,
}));
