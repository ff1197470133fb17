import type { VirtualTime } from './virtual-time.ts';

/** A token bucket of AWS: its size, and its refill per second. */
interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

/** The default limits of an account in a large Region, according to the AWS documentation of November 2026. */
export const awsLimits = {
  /** Fargate: RunTask calls. */
  runTask: { burst: 20, perSecond: 20 },
  /** Fargate: launches On-Demand. */
  launches: { burst: 100, perSecond: 20 },
  /** ECS: RunTask and StopTask together. */
  modifyTasks: { burst: 100, perSecond: 40 },
  /** ECS: DescribeTasks and ListTasks together. */
  readTasks: { burst: 100, perSecond: 20 },
  /** EC2: each Describe call separately. */
  describeVolumes: { burst: 100, perSecond: 20 },
  describeSnapshots: { burst: 100, perSecond: 20 },
  describeInterfaces: { burst: 100, perSecond: 20 },
  /** EC2: each call that changes a disk separately. The lowest limit of these calls. */
  changeDisks: { burst: 50, perSecond: 5 },
  /** CloudFront KeyValueStore: an assumption, as AWS documents no rate of its API. */
  keyValueStore: { burst: 10, perSecond: 10 },
  /** DynamoDB: a new table on demand. */
  tableWrites: { burst: 4_000, perSecond: 4_000 },
  tableReads: { burst: 12_000, perSecond: 12_000 },
  /** DynamoDB: one partition, such as the row of the pace or a shard of an index. */
  rowWrites: { burst: 1_000, perSecond: 1_000 },
} as const satisfies Readonly<Record<string, Limit>>;

/** The default concurrency of an account. */
export const LAMBDA_CONCURRENCY = 1_000;

interface Use {
  /** The largest used share of the bucket. */
  readonly deepest: number;
  /** The most calls in one minute, as a share of the refill in a minute. */
  readonly busiestMinute: number;
}

/** One bucket, with statistics of its use. */
export class Quota {
  readonly #time: VirtualTime;
  readonly limit: Limit;
  #left: number;
  #seen: number;
  #least: number;
  readonly #minutes = new Map<number, number>();
  /** Time until which it refuses every call, in milliseconds. */
  closedUntil = 0;

  constructor(time: VirtualTime, limit: Limit) {
    this.#time = time;
    this.limit = limit;
    this.#left = limit.burst;
    this.#least = limit.burst;
    this.#seen = time.milliseconds;
  }

  /** @returns whether the call is allowed */
  take(count = 1): boolean {
    const now = this.#time.milliseconds;
    const { burst, perSecond } = this.limit;
    this.#left = Math.min(burst, this.#left + ((now - this.#seen) / 1000) * perSecond);
    this.#seen = now;
    if (now < this.closedUntil || this.#left < count) return false;
    this.#left -= count;
    this.#least = Math.min(this.#least, this.#left);
    const minute = Math.floor(now / 60_000);
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + count);
    return true;
  }

  forget(): void {
    this.#least = this.#left;
    this.#minutes.clear();
  }

  get use(): Use {
    const { burst, perSecond } = this.limit;
    return {
      deepest: (burst - this.#least) / burst,
      busiestMinute: Math.max(0, ...this.#minutes.values()) / (perSecond * 60),
    };
  }
}
