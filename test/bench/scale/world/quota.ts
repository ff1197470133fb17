import type { VirtualTime } from './virtual-time.ts';

/** A token bucket, as AWS limits calls: it holds so many, and gets so many more each second. */
interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

/** What an account in a large Region may do before AWS raises anything, by its documentation of November 2026. */
export const awsLimits = {
  /** Fargate: calls of RunTask. */
  runTask: { burst: 20, perSecond: 20 },
  /** Fargate: launches On-Demand. */
  launches: { burst: 100, perSecond: 20 },
  /** ECS: RunTask and StopTask together. */
  modifyTasks: { burst: 100, perSecond: 40 },
  /** ECS: DescribeTasks and ListTasks together. */
  readTasks: { burst: 100, perSecond: 20 },
  /** EC2: each of its Describe calls by itself. */
  describeVolumes: { burst: 100, perSecond: 20 },
  describeSnapshots: { burst: 100, perSecond: 20 },
  describeInterfaces: { burst: 100, perSecond: 20 },
  /** EC2: each call that changes a disk by itself, the lowest that EC2 gives to any of them. */
  changeDisks: { burst: 50, perSecond: 5 },
  /** DynamoDB: a new table on demand. */
  tableWrites: { burst: 4_000, perSecond: 4_000 },
  tableReads: { burst: 12_000, perSecond: 12_000 },
  /** DynamoDB: one partition, such as the row of the pace or a shard of an index. */
  rowWrites: { burst: 1_000, perSecond: 1_000 },
} as const satisfies Readonly<Record<string, Limit>>;

/** How many functions run at once in an account. */
export const LAMBDA_CONCURRENCY = 1_000;

interface Use {
  /** The most of the bucket that was missing at once, of 1. */
  readonly deepest: number;
  /** The most calls of any minute, of what the bucket is refilled with in one. */
  readonly busiestMinute: number;
}

/** One bucket, and what was taken from it. */
export class Quota {
  readonly #time: VirtualTime;
  readonly limit: Limit;
  #left: number;
  #seen: number;
  #least: number;
  readonly #minutes = new Map<number, number>();
  /** Until when it refuses everything, in milliseconds: a limit that others of the account have used up. */
  closedUntil = 0;

  constructor(time: VirtualTime, limit: Limit) {
    this.#time = time;
    this.limit = limit;
    this.#left = limit.burst;
    this.#least = limit.burst;
    this.#seen = time.milliseconds;
  }

  /** @returns whether there was room for the call. */
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
