import { unitPrices } from '../../../../infra/docs/cost/prices.ts';
import type { ServiceAtScale } from '../world/service-at-scale.ts';
import { after, idleFleet } from './fleet.ts';

export interface Swept {
  readonly sandboxes: number;
  /** From the schedule to the end of its last worker, in seconds. */
  readonly seconds: number;
  readonly workers: number;
  readonly complete: boolean;
  /** How many calls of each operation. */
  readonly calls: ReadonlyMap<string, number>;
  /** The highest use of any limit: of its bucket at once, or of its refill in a minute. */
  readonly limit: { readonly name: string; readonly used: number };
  readonly usd: number;
  readonly usdByItem: Readonly<Record<string, number>>;
}

/** The second sweep of an idle fleet: in the first, a large one is divided for the first time. */
export async function sweepOf(sandboxes: number): Promise<Swept> {
  const service = await idleFleet(sandboxes);
  await runSweep(service);
  await service.time.runUntil(after(service, 60_000), service.time.milliseconds + 61_000);
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
    calls: new Map([...service.aws.tallies].map(([operation, { calls }]) => [operation, calls])),
    limit: mostUsed(service),
    ...priceOf(service),
  };
}

/** Runs one sweep with all its workers. @returns how long they took, in seconds */
async function runSweep(service: ServiceAtScale): Promise<number> {
  const { time, lambdas } = service;
  const begun = time.milliseconds;
  void service.sweep();
  await time.runUntil(() => lambdas.running > 0, begun + 60_000);
  await time.runUntil(() => lambdas.running === 0, begun + 10 * 60_000);
  return (time.milliseconds - begun) / 1000;
}

/** The wait of a sweep for its segments' workers counts too, so that both are seen. */
function mostUsed({ aws }: ServiceAtScale): Swept['limit'] {
  const used = Object.entries(aws.quotas).map(([name, { use }]) => {
    return { name, used: Math.max(use.deepest, use.busiestMinute) };
  });
  return used.reduce((most, one) => (one.used > most.used ? one : most));
}

function priceOf({ aws, lambdas }: ServiceAtScale): Pick<Swept, 'usd' | 'usdByItem'> {
  const tallies = [...aws.tallies.values()];
  const sum = (of: 'reads' | 'writes') => tallies.reduce((all, tally) => all + tally[of], 0);
  const runs = [...lambdas.runs.values()].reduce((all, count) => all + count, 0);
  const usdByItem = {
    'reads of tables': sum('reads') * unitPrices.tableRead.usd,
    'writes of tables': sum('writes') * unitPrices.tableWrite.usd,
    'runs of functions': runs * unitPrices.lambdaRequest.usd,
    'time of functions': lambdas.gigabyteSeconds * unitPrices.lambdaGigabyteSecond.usd,
    'requests through the edge': (aws.tallies.get('agent')?.calls ?? 0) * edgeUsd,
  };
  return { usd: Object.values(usdByItem).reduce((all, one) => all + one, 0), usdByItem };
}

/** A request through the edge, with the run of its function. */
const edgeUsd = unitPrices.edgeRequest.usd + unitPrices.edgeRun.usd;
