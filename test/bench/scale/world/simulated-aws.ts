import type {
  LaunchOutcome,
  LaunchRequest,
  ListedTask,
  Tasks,
} from '../../../../shared/domain/sandboxes/launch/tasks.ts';
import { classifyLaunchError } from '../../../../shared/domain/sandboxes/record/failures.ts';
import type { SandboxChange } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { type Call, calls, type LimitName } from './calls.ts';
import type { Invocation } from './lambdas.ts';
import { awsLimits, Quota } from './quota.ts';
import type { VirtualTime } from './virtual-time.ts';

/** AWS still throttled the last retry of the SDK. */
class ThrottlingException extends Error {
  override readonly name = 'ThrottlingException';
}

export const isThrottling = (error: unknown): boolean => error instanceof ThrottlingException;

const throttled = classifyLaunchError({ name: 'ThrottlingException', message: 'Rate exceeded' });

interface Tally {
  calls: number;
  refused: number;
  reads: number;
  writes: number;
}

/** The limits of an account, with statistics of its calls. */
export class SimulatedAws {
  readonly #time: VirtualTime;
  readonly quotas: Readonly<Record<LimitName, Quota>>;
  /** By the name of the call of a port. */
  readonly tallies = new Map<string, Tally>();
  /** Disables times, limits and statistics, to prepare a measurement. */
  isFree = false;
  /** The times of the accepted RunTask calls, in milliseconds. */
  readonly launches: number[] = [];

  constructor(time: VirtualTime) {
    this.#time = time;
    const made = Object.entries(awsLimits).map(([name, limit]) => [name, new Quota(time, limit)]);
    this.quotas = Object.fromEntries(made) as Record<LimitName, Quota>;
  }

  /** @returns the sum over all calls whose names begin with this */
  sum(prefix: string, of: keyof Tally): number {
    return [...this.tallies].reduce((sum, [name, tally]) => sum + (name.startsWith(prefix) ? tally[of] : 0), 0);
  }

  forget(): void {
    this.tallies.clear();
    this.launches.length = 0;
    for (const quota of Object.values(this.quotas)) quota.forget();
  }

  /** Simulates one call with the retries of the SDK. @throws ThrottlingException */
  async call(name: string, invocation: Invocation, given: readonly unknown[] = [], items = 0): Promise<void> {
    if (this.isFree) return;
    const call = calls[name];
    if (!call) throw new Error(`The simulated AWS has no costs for ${name}.`);
    const writes = (call.writes ?? 0) * (call.perKilobyte ? kilobytesOf(given) : 1);
    const reads = (call.reads ?? 0) * (call.perGiven ? lengthOf(given) : 1) + items * (call.perItem?.reads ?? 0);
    const tally = this.tallies.get(name) ?? { calls: 0, refused: 0, reads: 0, writes: 0 };
    this.tallies.set(name, tally);
    const isTable = call.limits.some((name) => name === 'tableReads' || name === 'rowWrites' || name === 'tableWrites');
    const [most, pause] = isTable ? [3, 50] : [2, 400];
    for (let tries = 1; ; tries += 1) {
      await invocation.call(
        call.cpu + items * (call.perItem?.cpu ?? 0),
        call.latency + items * (call.perItem?.latency ?? 0),
      );
      tally.calls += 1;
      if (this.#isAllowed(call, reads, writes)) break;
      tally.refused += 1;
      if (tries === most) throw new ThrottlingException(`Rate exceeded: ${call.operation}`);
      await invocation.call(0, pause * 2 ** tries);
    }
    tally.reads += reads;
    tally.writes += writes;
  }

  #isAllowed({ limits }: Call, reads: number, writes: number): boolean {
    return limits.every((name) => this.quotas[name].take(unitsOf(name, reads, writes)));
  }

  /** Wraps a port so that each call has the costs of AWS, for one run of a function. */
  metered<T extends object>(name: string, port: T, invocation: Invocation): T {
    return new Proxy(port, {
      get: (target, member) => {
        const value: unknown = Reflect.get(target, member);
        if (typeof value !== 'function') return value;
        const key = `${name}.${String(member)}`;
        const size = calls[key]?.pageSize;
        const run = (...given: unknown[]): unknown => Reflect.apply(value, target, given);
        if (size !== undefined)
          return (...given: unknown[]) => this.#pages(key, size, run(...given) as AsyncIterable<unknown[]>, invocation);
        return async (...given: unknown[]) => {
          await this.call(key, invocation, given);
          return run(...given);
        };
      },
    });
  }

  /** The metered ECS. RunTask reports throttling as a result, and DescribeTasks takes a hundred tasks at a time. */
  tasks(ecs: Tasks, invocation: Invocation): Tasks {
    const metered = this.metered('tasks', ecs, invocation);
    return Object.assign(Object.create(metered), {
      run: async (request: LaunchRequest): Promise<LaunchOutcome> => {
        try {
          await this.call('tasks.run', invocation);
        } catch {
          return { kind: 'refused', ...throttled, tokenSpent: false, detail: 'ThrottlingException: Rate exceeded' };
        }
        const outcome = await ecs.run(request);
        if (outcome.kind === 'accepted') this.launches.push(this.#time.milliseconds);
        return outcome;
      },
      describeMany: async (arns: readonly string[]): Promise<readonly ListedTask[]> => {
        const batches = Array.from({ length: Math.ceil(arns.length / 100) }, async (_, index) => {
          await this.call('tasks.describeMany', invocation);
          return ecs.describeMany(arns.slice(index * 100, (index + 1) * 100));
        });
        return (await Promise.all(batches)).flat();
      },
    });
  }

  async *#pages<T>(key: string, size: number, pages: AsyncIterable<readonly T[]>, invocation: Invocation) {
    const all: T[] = [];
    for await (const page of pages) all.push(...page);
    const of = calls[key]?.shards ?? 1;
    for (let shard = 0; shard < of; shard += 1) {
      const share = all.filter((_, index) => index % of === shard);
      for (let start = 0; start === 0 || start < share.length; start += size) {
        const page = share.slice(start, start + size);
        await this.call(key, invocation, [], page.length);
        yield page;
      }
    }
  }
}

/** The size of the rows of a save, as JSON. */
function kilobytesOf([changes]: readonly unknown[]): number {
  const rows = (changes as readonly SandboxChange[]).map(({ next }) => next);
  return rows.reduce((sum, row) => sum + Math.ceil(JSON.stringify(row).length / 1024), 0);
}

function lengthOf([input]: readonly unknown[]): number {
  return (input as readonly unknown[]).length;
}

function unitsOf(name: LimitName, reads: number, writes: number): number {
  if (name === 'tableReads') return reads;
  return name === 'tableWrites' ? writes : 1;
}
