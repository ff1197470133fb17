import { unitPrices } from '../../../../infra/docs/cost/prices.ts';
import { LAMBDA_CONCURRENCY } from '../world/quota.ts';
import { ServiceAtScale } from '../world/service-at-scale.ts';

const SANDBOXES_PER_OWNER = 10;

/** Launches per second that in effect disable the pace while a fleet is created. */
const UNHURRIED = 1_000_000;

export interface Swept {
  readonly sandboxes: number;
  /** Seconds from the schedule to the end of the last worker. */
  readonly seconds: number;
  readonly workers: number;
  readonly complete: boolean;
  /** The limit with the highest use: of its burst at once, or of its rate in a minute. */
  readonly limit: string;
  readonly limitUsed: number;
  readonly usd: number;
  /** The share of the edge's store that the entries take, and the calls of its API, which `usd` leaves out. */
  readonly storeUsed: number;
  readonly storeCalls: number;
}

/** Measures the second sweep of an idle fleet, because the first one divides a large fleet into segments. */
export async function sweepOf(sandboxes: number): Promise<Swept> {
  const service = await idleFleet(sandboxes);
  await runSweep(service);
  await service.time.pass(60_000);
  service.aws.forget();
  service.lambdas.forget();
  service.metrics.length = 0;
  const seconds = await runSweep(service);
  service.end();
  return {
    sandboxes,
    seconds,
    workers: [...service.lambdas.runs.values()].reduce((sum, runs) => sum + runs, 0),
    complete: service.metrics.some(({ name, value }) => name === 'SweepCompleted' && value === 1),
    ...mostUsed(service),
    usd: usdOf(service),
    storeUsed: service.edge.storeUsed,
    storeCalls: service.aws.sum('edgeStore.', 'calls'),
  };
}

/** Creates a service with idle running sandboxes. */
async function idleFleet(sandboxes: number): Promise<ServiceAtScale> {
  const service = new ServiceAtScale(UNHURRIED);
  const { time, aws, lambdas, readyAt } = service;
  aws.isFree = true;
  lambdas.limit = Number.POSITIVE_INFINITY;
  service.begin();
  for (let made = 0; made < sandboxes; made += 1) await service.ask(`owner-${Math.floor(made / SANDBOXES_PER_OWNER)}`);
  await time.runUntil(() => readyAt.size === sandboxes, time.milliseconds + 10 * 60_000);
  // Long enough for all work that follows a start.
  await time.pass(30_000);
  aws.isFree = false;
  lambdas.limit = LAMBDA_CONCURRENCY;
  return service;
}

/** Runs one sweep with all its workers. @returns its duration in seconds */
async function runSweep(service: ServiceAtScale): Promise<number> {
  const { time, lambdas } = service;
  const begun = time.milliseconds;
  void service.sweep();
  await time.runUntil(() => lambdas.running > 0, begun + 60_000);
  await time.runUntil(() => lambdas.running === 0, begun + 10 * 60_000);
  return (time.milliseconds - begun) / 1000;
}

function mostUsed({ aws }: ServiceAtScale): Pick<Swept, 'limit' | 'limitUsed'> {
  const used = Object.entries(aws.quotas).map(([limit, { use }]) => {
    return { limit, limitUsed: Math.max(use.deepest, use.busiestMinute) };
  });
  return used.reduce((most, one) => (one.limitUsed > most.limitUsed ? one : most));
}

/** The costs of DynamoDB units, Lambda requests and time, and requests to the edge. */
function usdOf({ aws, lambdas }: ServiceAtScale): number {
  const runs = [...lambdas.runs.values()].reduce((all, count) => all + count, 0);
  return (
    aws.sum('', 'reads') * unitPrices.tableRead.usd +
    aws.sum('', 'writes') * unitPrices.tableWrite.usd +
    runs * unitPrices.lambdaRequest.usd +
    lambdas.gigabyteSeconds * unitPrices.lambdaGigabyteSecond.usd +
    aws.sum('agents.', 'calls') * (unitPrices.edgeRequest.usd + unitPrices.edgeRun.usd)
  );
}
