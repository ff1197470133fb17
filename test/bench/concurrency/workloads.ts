import { needsOf } from '../../../infra/api/open-api.ts';
import { type Worker, type WorkerId, workers } from '../../../shared/contract/workers.ts';
import type { Work } from './duration.ts';

/** A function that a load runs, and how often for one of its units. */
export interface Run {
  /** A worker, or an endpoint, which has no share of its own. */
  readonly fn: WorkerId | 'endpoint';
  readonly perUnit: number;
  readonly work: Work;
}

/** A kind of load. */
export interface Workload {
  readonly name: string;
  /** What it consists of, in the plural. */
  readonly units: string;
  /** How many arrive in a second: a thousand requests, or what something else bounds them to. */
  readonly perSecond: number;
  readonly runs: readonly Run[];
  /** What bounds it beside shares of Lambda, whatever the account has. */
  readonly bound: string;
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

const throttle = '`requestsPerSecond`, and the limit of each key';

export const workloads: readonly Workload[] = [
  {
    name: 'reads by id',
    units: 'requests',
    perSecond: REQUESTS,
    runs: [authorize, endpoint(cpu.read, ['read', 'read'])],
    bound: throttle,
  },
  {
    name: 'lists',
    units: 'requests',
    perSecond: REQUESTS,
    runs: [authorize, endpoint(cpu.list, ['read', 'read', 'read'])],
    bound: throttle,
  },
  {
    name: 'waits (`?wait=`), with a place',
    units: 'requests',
    // Those without a place are answered at once, as reads are. 50 places for 25 seconds each are two a second.
    perSecond: 2,
    runs: [authorize, endpoint(cpu.read, ['read', 'write', 'write'], 25_000)],
    bound: '`waits` and `waitsPerKey`',
  },
  {
    name: 'events of agents',
    units: 'requests of five events',
    perSecond: REQUESTS,
    runs: [
      endpoint(cpu.ingest, ['read', 'read', 'transaction', 'write']),
      // Ten changes of conversations at a time.
      worker('queue-webhooks', 0.1, 0),
      // At the end of a run without a title, one of a hundred requests.
      worker('backfill-events', 0.01, 4_200, ['read', 'write', 'read']),
    ],
    bound: '`requestsPerSecond`; streams: ten runs for each of their parts',
  },
  {
    name: 'starts',
    units: 'starts, at the pace of launches',
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
    bound: '`launchesPerSecond`, limits of owners',
  },
  {
    name: 'launches that wait for their turn',
    units: 'waiting sandboxes',
    // A burst of a thousand is worked off in a minute; each is looked at again after at most 50 seconds.
    perSecond: 0.5,
    runs: [worker('wake-sandbox', 1, 50_000)],
    bound: 'limits of owners',
  },
  {
    name: 'messages to conversations that start',
    units: 'conversations',
    perSecond: LAUNCHES,
    runs: [worker('deliver-messages', 0.5, 2_000)],
    bound: '`launchesPerSecond`',
  },
  {
    name: 'webhooks to receivers that answer',
    units: 'messages',
    perSecond: 100,
    runs: [worker('deliver-webhooks', 1, 200, ['write', 'write'])],
    bound: 'one run for each endpoint at a time',
  },
  {
    name: 'deleted conversations',
    units: 'conversations',
    perSecond: 10,
    runs: [worker('purge-events', 1, 500)],
    bound: 'streams: ten runs for each of their parts',
  },
  {
    name: 'sweep and comparison of usage',
    units: 'runs',
    perSecond: 1 / 60,
    runs: [worker('sweep-sandboxes', 1, 45_000), worker('reconcile-usage', 1 / 20, 45_000)],
    bound: 'its schedule',
  },
];
