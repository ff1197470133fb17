import type { awsLimits } from './quota.ts';

export type LimitName = keyof typeof awsLimits;

/** The costs of one call of a port. */
export interface Call {
  /** The AWS operation. */
  readonly operation: string;
  /** CPU time of the caller, in milliseconds of a whole core. */
  readonly cpu: number;
  /** In milliseconds. */
  readonly latency: number;
  readonly limits: readonly LimitName[];
  /** DynamoDB units. */
  readonly reads?: number;
  readonly writes?: number;
  /** Additional costs of each item of a page. */
  readonly perItem?: { readonly cpu: number; readonly latency: number; readonly reads: number };
  /** The items of a page, and the shards that are read one after the other. */
  readonly pageSize?: number;
  readonly shards?: number;
  /** Whether the units apply to each KB of the input. */
  readonly perKilobyte?: boolean;
  /** Whether the read units apply to each item of the input list. */
  readonly perGiven?: boolean;
}

const read = { operation: 'GetItem', cpu: 0.5, latency: 5, limits: ['tableReads'], reads: 1 } as const;

const write = { operation: 'TransactWriteItems', cpu: 1, latency: 12, limits: ['tableWrites'], writes: 2 } as const;

const update = { operation: 'UpdateItem', cpu: 0.5, latency: 6, limits: ['rowWrites'], writes: 1 } as const;

/** For each KB of the row: two units in the transaction and one in the index of active sandboxes. */
const save = { ...write, writes: 3, perKilobyte: true } as const;

/** An eventually consistent query: at least half a unit, and half a unit per 4 KB. */
const page = { operation: 'Query', cpu: 0.7, latency: 8, limits: ['tableReads'], reads: 0.5 } as const;

/** Reads and parses a row of about 2.8 KB. */
const wholeRow = { cpu: 0.2, latency: 0.1, reads: 0.35 };

/** A page of disks. */
const disks = { cpu: 2, latency: 100, perItem: { cpu: 0.08, latency: 0.5, reads: 0 } };

/** A change of the row of an entry, and of its copy in the index of live rows. */
const entry = { ...update, limits: ['tableWrites', 'rowWrites'], writes: 2 } as const;

/** Of a row of an entry, of about 0.6 KB. */
const entryRow = { cpu: 0.05, latency: 0.02, reads: 0.075 };

/** Calls of ports by name. The times are assumptions for the comparison of sizes. The limits are those of AWS. */
export const calls: Readonly<Record<string, Call>> = {
  'sandboxes.find': read,
  'sandboxes.save': save,
  'sandboxes.listCounted': page,
  'sandboxes.oldestCounted': page,
  'sandboxes.watched': { ...page, perItem: wholeRow, pageSize: 300, shards: 8 },
  'sandboxes.watchedIn': { ...page, perItem: wholeRow, pageSize: 300 },
  'sandboxes.stored': { ...page, perItem: { cpu: 0.03, latency: 0.02, reads: 0.06 }, pageSize: 2_000, shards: 8 },
  'sandboxes.counts': {
    ...page,
    operation: 'Scan',
    perItem: { cpu: 0.02, latency: 0.02, reads: 0.06 },
    pageSize: 2_000,
  },
  'sandboxes.repairCounts': page,
  'accounts.publishOnce': write,
  'startTasks.watched': { ...page, pageSize: 300, shards: 8 },
  'progress.all': { ...read, operation: 'Scan' },
  'progress.save': { ...write, operation: 'PutItem', writes: 1 },
  'pace.reserve': { ...update, limits: ['tableWrites', 'rowWrites'] },
  'pace.claimOffer': update,
  'pace.endOffer': update,
  'pace.keepForQueue': update,
  'tasks.run': { operation: 'RunTask', cpu: 1.5, latency: 350, limits: ['runTask', 'launches', 'modifyTasks'] },
  'tasks.stop': { operation: 'StopTask', cpu: 1, latency: 120, limits: ['modifyTasks'] },
  'tasks.describe': { operation: 'DescribeTasks', cpu: 1, latency: 60, limits: ['readTasks'] },
  'tasks.describeMany': { operation: 'DescribeTasks', cpu: 15, latency: 150, limits: ['readTasks'] },
  'tasks.find': { operation: 'ListTasks', cpu: 1, latency: 60, limits: ['readTasks'] },
  'tasks.arns': { operation: 'ListTasks', cpu: 1, latency: 80, limits: ['readTasks'], pageSize: 100 },
  'disks.snapshot': { operation: 'DescribeSnapshots', cpu: 1, latency: 60, limits: ['describeSnapshots'] },
  'disks.volumesOf': { operation: 'DescribeVolumes', cpu: 1, latency: 60, limits: ['describeVolumes'] },
  'disks.volumes': { ...disks, operation: 'DescribeVolumes', limits: ['describeVolumes'], pageSize: 500 },
  'disks.snapshots': { ...disks, operation: 'DescribeSnapshots', limits: ['describeSnapshots'], pageSize: 1_000 },
  'disks.save': { operation: 'CreateSnapshot', cpu: 2, latency: 400, limits: ['changeDisks'] },
  'disks.deleteVolume': { operation: 'DeleteVolume', cpu: 1, latency: 200, limits: ['changeDisks'] },
  'disks.deleteSnapshot': { operation: 'DeleteSnapshot', cpu: 1, latency: 200, limits: ['changeDisks'] },
  'disks.nameSnapshot': { operation: 'CreateTags', cpu: 1, latency: 200, limits: ['changeDisks'] },
  'disks.noteOrphans': { operation: 'CreateTags', cpu: 1, latency: 200, limits: ['changeDisks'] },
  // A new TLS connection.
  'agents.health': { operation: 'agent', cpu: 3, latency: 60, limits: [] },
  'agents.init': { operation: 'agent', cpu: 3, latency: 60, limits: [] },
  // Two consistent reads, and a transaction of two rows with one of them in the index.
  'edgeRows.claims': { ...read, reads: 2 },
  'edgeRows.claim': { ...write, writes: 5 },
  'edgeRows.find': read,
  'edgeRows.change': entry,
  'edgeRows.add': { ...entry, operation: 'PutItem' },
  'edgeRows.rows': { ...read, operation: 'BatchGetItem', latency: 10, perGiven: true },
  'edgeRows.written': entry,
  'edgeRows.overflowed': entry,
  'edgeRows.left': { ...write, writes: 5 },
  'edgeRows.takeTurn': update,
  'edgeRows.endTurn': update,
  'edgeRows.changed': update,
  'edgeRows.foundEmpty': update,
  'edgeRows.compared': update,
  'edgeRows.store': read,
  'edgeRows.live': { ...page, perItem: entryRow, pageSize: 1_000, shards: 8 },
  'edgeStore.version': { operation: 'DescribeKeyValueStore', cpu: 3, latency: 100, limits: ['keyValueStore'] },
  'edgeStore.update': { operation: 'UpdateKeys', cpu: 4, latency: 200, limits: ['keyValueStore'] },
  'edgeStore.entries': {
    operation: 'ListKeys',
    cpu: 3,
    latency: 100,
    limits: ['keyValueStore'],
    pageSize: 50,
    perItem: { cpu: 0.02, latency: 0, reads: 0 },
  },
  'ingress.addresses': {
    operation: 'DescribeNetworkInterfaces',
    cpu: 1,
    latency: 60,
    limits: ['describeInterfaces'],
  },
  'lambda.invoke': { operation: 'Invoke', cpu: 0.6, latency: 25, limits: [] },
};
