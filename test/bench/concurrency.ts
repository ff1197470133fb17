import { needsOf } from '../../infra/api/open-api.ts';
import { type Worker, type WorkerId, workers } from '../../shared/contract/workers.ts';
import { shareOf } from './core-share.ts';

/** A pessimistic assumption for one DynamoDB call within a Region, in milliseconds. */
const ROUND_TRIP_MS = { read: 4, write: 6, transaction: 12 } as const;

type RoundTrip = keyof typeof ROUND_TRIP_MS;

/** The costs of a warm call of a function. */
interface Work {
  readonly memoryMegabytes: number;
  /** CPU time in milliseconds on a whole core. */
  readonly cpuMs: number;
  /** Sequential calls of AWS services. */
  readonly roundTrips: readonly RoundTrip[];
  /** Other waits in milliseconds, for example for an agent or a receiver. */
  readonly waitsMs?: number;
}

/** How long a call occupies an instance, in milliseconds: its CPU time at its share of a core, and its waits. */
function durationMs({ memoryMegabytes, cpuMs, roundTrips, waitsMs = 0 }: Work): number {
  const away = roundTrips.reduce((sum, trip) => sum + ROUND_TRIP_MS[trip], 0);
  return cpuMs / shareOf(memoryMegabytes) + away + waitsMs;
}

/** A function, with its calls for each unit of a load. */
interface Run {
  /** A worker, or an endpoint. Endpoints have no reserved concurrency. */
  readonly fn: WorkerId | 'endpoint';
  readonly perUnit: number;
  readonly work: Work;
}

/** A kind of load. */
interface Workload {
  readonly name: string;
  /** Arrivals per second: a thousand requests, or another limit. */
  readonly perSecond: number;
  readonly runs: readonly Run[];
}

const memoryOf = (id: WorkerId) => (workers as readonly Worker[]).find((one) => one.id === id)?.memoryMegabytes ?? 0;

const REQUESTS = 1_000;

/** Launches per second (`launchesPerSecond`). */
const LAUNCHES = 15;

/**
 * CPU time of calls in milliseconds of a core, measured at 18c15350. The instances had handled few calls, which need
 * twice the time of later ones.
 */
const cpu = { authorize: 1.7, read: 4.3, list: 3.7, ingest: 5.3, start: 15, worker: 6 } as const;

const authorize: Run = {
  fn: 'authorize',
  perUnit: 1,
  // It reads the key and counts the call in parallel.
  work: { memoryMegabytes: memoryOf('authorize'), cpuMs: cpu.authorize, roundTrips: ['write'] },
};

function endpoint(cpuMs: number, roundTrips: Work['roundTrips'], waitsMs = 0): Run {
  return {
    fn: 'endpoint',
    perUnit: 1,
    work: { memoryMegabytes: needsOf({}).memoryMegabytes, cpuMs, roundTrips, waitsMs },
  };
}

function worker(
  fn: WorkerId,
  perUnit: number,
  waitsMs: number,
  roundTrips: Work['roundTrips'] = ['read', 'write'],
): Run {
  return { fn, perUnit, work: { memoryMegabytes: memoryOf(fn), cpuMs: cpu.worker, roundTrips, waitsMs } };
}

export const workloads: readonly Workload[] = [
  {
    name: 'reads by id',
    perSecond: REQUESTS,
    runs: [authorize, endpoint(cpu.read, ['read', 'read'])],
  },
  {
    name: 'lists',
    perSecond: REQUESTS,
    runs: [authorize, endpoint(cpu.list, ['read', 'read', 'read'])],
  },
  {
    name: 'waits (`?wait=`), with a place',
    // Waits without a slot return at once, like reads. 50 slots of 25 seconds each allow two waits per second.
    perSecond: 2,
    runs: [authorize, endpoint(cpu.read, ['read', 'write', 'write'], 25_000)],
  },
  {
    name: 'events of agents',
    perSecond: REQUESTS,
    runs: [
      endpoint(cpu.ingest, ['read', 'read', 'transaction', 'write']),
      // Batches of ten conversation changes.
      worker('queue-webhooks', 0.1, 0),
      // One in a hundred requests, at the end of a run without a title.
      worker('backfill-events', 0.01, 4_200, ['read', 'write', 'read']),
    ],
  },
  {
    name: 'starts',
    perSecond: LAUNCHES,
    runs: [
      authorize,
      endpoint(cpu.start, ['read', 'read', 'read', 'transaction']),
      // Each change of the row, the task or the disk runs it once.
      worker('reconcile-sandbox', 8, 60),
      worker('boot-sandbox', 1, 4_000, ['read', 'write', 'write']),
      worker('dispatch-start-tasks', 6, 0, ['read']),
      // It prepares the workspace and creates the conversation on the agent.
      worker('run-start-task', 3, 1_200),
      worker('stop-sandbox', 1, 1_200),
    ],
  },
  {
    name: 'launches that wait for their turn',
    // A burst of a thousand takes a minute. Each one is checked again after at most 50 seconds.
    perSecond: 0.5,
    runs: [worker('wake-sandbox', 1, 50_000)],
  },
  {
    name: 'messages to conversations that start',
    perSecond: LAUNCHES,
    runs: [worker('deliver-messages', 0.5, 2_000)],
  },
  {
    name: 'webhooks to receivers that answer',
    perSecond: 100,
    runs: [worker('deliver-webhooks', 1, 200, ['write', 'write'])],
  },
  {
    name: 'deleted conversations',
    perSecond: 10,
    runs: [worker('purge-events', 1, 500)],
  },
  {
    name: 'sweep and comparison of usage',
    perSecond: 1 / 60,
    runs: [worker('sweep-sandboxes', 1, 45_000), worker('reconcile-usage', 1 / 20, 45_000)],
  },
];

type Caps = Readonly<Partial<Record<WorkerId, number>>>;

/** The concurrency of one function under one load. */
interface Line {
  readonly load: Workload;
  readonly fn: Run['fn'];
  readonly durationMs: number;
  /** Concurrent runs by Little's law: arrivals per second times seconds per run. */
  readonly atOnce: number;
  /** Its reserved concurrency. None for endpoints. */
  readonly cap: number | undefined;
}

export function linesOf(loads: readonly Workload[], caps: Caps): readonly Line[] {
  return loads.flatMap((load) =>
    load.runs.map(({ fn, perUnit, work }) => {
      const each = durationMs(work);
      const cap = fn === 'endpoint' ? undefined : caps[fn];
      return { load, fn, durationMs: each, atOnce: (load.perSecond * perUnit * each) / 1_000, cap };
    }),
  );
}

/** The concurrency of the account in the budget. */
const ACCOUNT = 1_000;

/** @returns the violations: workers with too little or no reserved concurrency, or too little left for endpoints */
export function concurrencyMisses(lines: readonly Line[], caps: Caps): readonly string[] {
  const uncapped = workers.filter(({ id }) => caps[id] === undefined).map(({ id }) => `${id} has no share`);
  const short = lines.flatMap(({ load, fn, atOnce, cap }) =>
    cap !== undefined && atOnce > cap ? [`${fn}: ${load.name} hold ${atOnce.toFixed(0)}, its share is ${cap}`] : [],
  );
  const left = ACCOUNT - Object.values(caps).reduce((sum, cap) => sum + cap, 0);
  const endpoints = lines.filter(({ fn }) => fn === 'endpoint').reduce((sum, { atOnce }) => sum + atOnce, 0);
  const crowded =
    endpoints > left ? [`endpoints: all loads together hold ${endpoints.toFixed(0)}, ${left} are left to them`] : [];
  return [...uncapped, ...short, ...crowded];
}
