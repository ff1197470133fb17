import type { Limit } from './quota.ts';

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
