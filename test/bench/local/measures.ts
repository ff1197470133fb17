import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { type Floor, measureFloor } from './floor.ts';
import { liveMegabytes } from './inspector.ts';
import type { Options } from './options.ts';
import { CpuMeter, type CpuTimes, residentMegabytes, totalOf } from './processes.ts';
import { Clients, type Round } from './requests.ts';
import { makeScene, type OperationName, operations, type Scene } from './scene.ts';
import { type MeasuredService, startService } from './service.ts';

export interface OperationMeasures {
  readonly round: Round;
  /** Milliseconds of CPU for each request. */
  readonly cpu: CpuTimes;
}

export interface RunMeasures {
  readonly startMilliseconds: number;
  /** Percent of one core. */
  readonly idle: CpuTimes;
  readonly idlePercent: number;
  readonly operations: Readonly<Record<OperationName, OperationMeasures>>;
}

export interface MemoryMeasures {
  readonly requests: number;
  /** Of the gateway's process, at the beginning, and after each fifth of the requests. */
  readonly liveMegabytes: readonly number[];
  readonly residentMegabytes: readonly number[];
}

export interface Measures {
  readonly floor: Floor;
  readonly runs: readonly RunMeasures[];
  readonly memory: MemoryMeasures;
}

type Say = (line: string) => void;

/** How long a new service does what a start leaves behind, before it counts as idle. */
const SETTLES_MS = 5_000;
const SETTLES_SHORT_MS = 1_000;
const WARM_UP = 200;

/** A create begins so much that fewer of them say as much. */
const SHARE: Readonly<Record<OperationName, number>> = { list: 1, get: 1, create: 10 };

const PARTS = 5;

export function measureService(options: Options, say: Say): Promise<Measures> {
  return options.isShort ? measureOnce(options, say) : measureRuns(options, say);
}

/** Everything of one service, and the plain server right after it, so that both have the same load beside them. */
async function measureOnce(options: Options, say: Say): Promise<Measures> {
  const measured = await inFolder(options, true, async (service) => {
    const idle = await measureIdle(service, options);
    const [run, memory] = await withScene(service, options, async (scene, clients) => [
      {
        startMilliseconds: service.startMilliseconds,
        ...idle,
        ...(await measureRun(service, scene, clients, options, say)),
      },
      await measureMemory(service, scene, clients, options),
    ]);
    return { runs: [run], memory };
  });
  return { floor: await measureFloor(2_000, options.clients), ...measured };
}

async function measureRuns(options: Options, say: Say): Promise<Measures> {
  say('a start that builds what is not built yet');
  await inFolder(options, false, async () => undefined);
  const runs: RunMeasures[] = [];
  for (let number = 1; number <= options.runs; number += 1) {
    say(`run ${number} of ${options.runs}`);
    const run = await inFolder(options, false, async (service) => {
      const idle = await measureIdle(service, options);
      const measured = await withScene(service, options, (scene, clients) =>
        measureRun(service, scene, clients, options, say),
      );
      return { startMilliseconds: service.startMilliseconds, ...idle, ...measured };
    });
    runs.push(run);
  }
  say(`memory over ${options.memoryRequests} lists`);
  const memory = await inFolder(options, true, (service) =>
    withScene(service, options, (scene, clients) => measureMemory(service, scene, clients, options)),
  );
  return { floor: await measureFloor(10_000, options.clients), runs, memory };
}

async function withScene<T>(
  service: MeasuredService,
  options: Options,
  use: (scene: Scene, clients: Clients) => Promise<T>,
): Promise<T> {
  const clients = new Clients(service.baseUrl, options.clients);
  try {
    return await use(await makeScene(service, clients), clients);
  } finally {
    clients.close();
  }
}

/** A service with a state of its own, which goes with it. */
async function inFolder<T>(
  { root }: Options,
  hasInspector: boolean,
  use: (service: MeasuredService) => Promise<T>,
): Promise<T> {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'bench-local-'));
  const service = await startService({ root, port: await freePort(), stateDirectory, hasInspector });
  try {
    return await use(service);
  } finally {
    await service.stop();
    await rm(stateDirectory, { recursive: true, force: true });
  }
}

async function measureRun(
  service: MeasuredService,
  scene: Scene,
  clients: Clients,
  options: Options,
  say: Say,
): Promise<Pick<RunMeasures, 'operations'>> {
  const measured = {} as Record<OperationName, OperationMeasures>;
  for (const operation of operations) {
    await clients.load(
      () => scene.call(operation),
      Math.min(WARM_UP, options.requests) / SHARE[operation],
      options.clients,
    );
    if (operation === 'create') await scene.settled();
    measured[operation] = await measureOperation(service, operation, scene, clients, options);
    const { round, cpu } = measured[operation];
    say(`${operation}: ${round.requestsPerSecond.toFixed(0)} a second, ${totalOf(cpu).toFixed(1)} ms of CPU each`);
  }
  return { operations: measured };
}

async function measureIdle({ pid }: MeasuredService, { idleSeconds, isShort }: Options) {
  await pause(isShort ? SETTLES_SHORT_MS : SETTLES_MS);
  const meter = new CpuMeter(pid, []);
  await pause(idleSeconds * 1000);
  const times = meter.end();
  const percent = (milliseconds: number): number => milliseconds / idleSeconds / 10;
  const idle = Object.fromEntries(Object.entries(times).map(([kind, value]) => [kind, percent(value)])) as CpuTimes;
  return { idle, idlePercent: percent(totalOf(times)) };
}

/** What a create begins belongs to it: CPU time counts until the last start is done, the rate to the last answer. */
async function measureOperation(
  { pid }: MeasuredService,
  operation: OperationName,
  scene: Scene,
  clients: Clients,
  { requests: all, clients: count }: Options,
): Promise<OperationMeasures> {
  const requests = Math.ceil(all / SHARE[operation]);
  const meter = new CpuMeter(pid, scene.endpoints);
  const round = await clients.load(() => scene.call(operation), requests, count);
  if (operation === 'create') await scene.settled();
  const times = meter.end();
  const each = Object.entries(times).map(([kind, value]) => [kind, value / requests]);
  return { round, cpu: Object.fromEntries(each) as CpuTimes };
}

async function measureMemory(
  { inspector, pid }: MeasuredService,
  scene: Scene,
  clients: Clients,
  options: Options,
): Promise<MemoryMeasures> {
  if (inspector === undefined) throw new Error('the service has no inspector');
  await clients.load(() => scene.call('list'), Math.min(WARM_UP, options.memoryRequests), options.clients);
  const live = [await liveMegabytes(inspector)];
  const resident = [residentMegabytes(pid)];
  for (let part = 1; part <= PARTS; part += 1) {
    await clients.load(() => scene.call('list'), Math.ceil(options.memoryRequests / PARTS), options.clients);
    resident.push(residentMegabytes(pid));
    live.push(await liveMegabytes(inspector));
  }
  return { requests: options.memoryRequests, liveMegabytes: live, residentMegabytes: resident };
}
