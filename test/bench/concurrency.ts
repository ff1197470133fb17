import { needsOf } from '../../infra/api/open-api.ts';
import { type Worker, type WorkerId, workers } from '../../shared/contract/workers.ts';
import { shareOf } from './core-share.ts';

/** From a function to DynamoDB and back within a Region, in milliseconds: an assumption, on the slow side. */
const ROUND_TRIP_MS = { read: 4, write: 6, transaction: 12 } as const;

type RoundTrip = keyof typeof ROUND_TRIP_MS;

/** What a warm call of a function takes. */
interface Work {
  readonly memoryMegabytes: number;
  /** Of CPU, in milliseconds on a whole core. */
  readonly cpuMs: number;
  /** Calls of services, one after the other. */
  readonly roundTrips: readonly RoundTrip[];
  /** What it waits for besides, in milliseconds: an agent, a receiver, the time that it was asked to wait. */
  readonly waitsMs?: number;
}

/** For how long the call holds an instance, in milliseconds: its CPU at its share of a core, and what it waits for. */
function durationMs({ memoryMegabytes, cpuMs, roundTrips, waitsMs = 0 }: Work): number {
  const away = roundTrips.reduce((sum, trip) => sum + ROUND_TRIP_MS[trip], 0);
  return cpuMs / shareOf(memoryMegabytes) + away + waitsMs;
}

/** A function that a load runs, and how often for one of its units. */
interface Run {
  /** A worker, or an endpoint, which has no share of its own. */
  readonly fn: WorkerId | 'endpoint';
  readonly perUnit: number;
  readonly work: Work;
}

/** A kind of load. */
interface Workload {
  readonly name: string;
  /** How many arrive in a second: a thousand requests, or what something else bounds them to. */
  readonly perSecond: number;
  readonly runs: readonly Run[];
}

const memoryOf = (id: WorkerId) => (workers as readonly Worker[]).find((one) => one.id === id)?.memoryMegabytes ?? 0;

const REQUESTS = 1_000;

/** What the service launches in a second (`launchesPerSecond`). */
const LAUNCHES = 15;

/**
 * CPU of calls, in milliseconds of a core, measured at 18c15350: of instances that have answered few calls, which take
 * twice as much as those with many.
 */
const cpu = { authorize: 1.7, read: 4.3, list: 3.7, ingest: 5.3, start: 15, worker: 6 } as const;

const authorize: Run = {
  fn: 'authorize',
  perUnit: 1,
  // It reads the key while it counts the call.
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
    // Those without a place are answered at once, as reads are. 50 places for 25 seconds each are two a second.
    perSecond: 2,
    runs: [authorize, endpoint(cpu.read, ['read', 'write', 'write'], 25_000)],
  },
  {
    name: 'events of agents',
    perSecond: REQUESTS,
    runs: [
      endpoint(cpu.ingest, ['read', 'read', 'transaction', 'write']),
      // Ten changes of conversations at a time.
      worker('queue-webhooks', 0.1, 0),
      // At the end of a run without a title, one of a hundred requests.
      worker('backfill-events', 0.01, 4_200, ['read', 'write', 'read']),
    ],
  },
  {
    name: 'starts',
    perSecond: LAUNCHES,
    runs: [
      authorize,
      endpoint(cpu.start, ['read', 'read', 'read', 'transaction']),
      // A change of the row, of the task and of the disk each lead to a look.
      worker('reconcile-sandbox', 8, 60),
      worker('boot-sandbox', 1, 4_000, ['read', 'write', 'write']),
      worker('dispatch-start-tasks', 6, 0, ['read']),
      // It prepares the workspace, and makes the conversation on the agent.
      worker('run-start-task', 3, 1_200),
      worker('stop-sandbox', 1, 1_200),
    ],
  },
  {
    name: 'launches that wait for their turn',
    // A burst of a thousand is worked off in a minute; each is looked at again after at most 50 seconds.
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

/** What one function is held by a kind of load. */
interface Line {
  readonly load: Workload;
  readonly fn: Run['fn'];
  readonly durationMs: number;
  /** How many run at a time, by Little's law: what arrives in a second, by the seconds that each is held. */
  readonly atOnce: number;
  /** Its share of an account; none for endpoints. */
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

/** What the account of the budget runs at a time. */
const ACCOUNT = 1_000;

/** @returns what is wrong: a worker without a share, a share below its load, or endpoints with too little left. */
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
