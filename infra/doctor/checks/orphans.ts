import { DescribeTasksCommand, paginateListTasks } from '@aws-sdk/client-ecs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Standing, standingOfSnapshot, standingOfVolume } from '../../../shared/domain/maintenance/orphans.ts';
import { isTombstone } from '../../../shared/domain/sandboxes/record/conditions.ts';
import type { Snapshot } from '../../../shared/domain/sandboxes/record/disks.ts';
import { parseStartedBy } from '../../../shared/domain/sandboxes/record/identity.ts';
import { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoSnapshotReader } from '../../../shared/domain/sandboxes/store/dynamo-snapshot-reader.ts';
import { Ec2Disks } from '../../../shared/domain/sandboxes/workspace/ec2-disks.ts';
import { batchGet } from '../../../shared/platform/aws/batch-get.ts';
import type { Account } from '../account/account.ts';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

/** The sweep still removes younger ones. */
const OLD_MINUTES = 10;

type Kind = 'task' | 'volume' | 'snapshot';

interface Orphan {
  readonly kind: Kind;
  readonly id: string;
  readonly since: Date;
  /** No row proves that it is not needed. The sweep keeps it for days, because rows can be missing. */
  readonly isUnproven?: boolean;
}

interface Found {
  /** The number of tasks and disks of this deployment. */
  readonly all: number;
  readonly orphans: readonly Orphan[];
}

export const orphans = defineCheck<Found>({
  id: 'orphans',
  about: "tasks of the cluster, and volumes and snapshots with the deployment's tag, that no row refers to",
  when: ['after'],
  actions: [
    'ecs:ListTasks',
    'ecs:DescribeTasks',
    'ec2:DescribeVolumes',
    'ec2:DescribeSnapshots',
    'dynamodb:BatchGetItem',
    'dynamodb:Query',
    ...STACK_ACTIONS,
  ],
  async read(account, subject) {
    const [tasks, disks] = await Promise.all([tasksOf(account), disksOf(account, subject)]);
    const named = [...tasks.map(({ startedBy }) => startedBy), ...disks.names];
    const rows = await rowsOf(account, named);
    const rowOf = (startedBy: string | undefined) => rows.get(keyOf(startedBy) ?? '');
    const ofSnapshots = await snapshotIds(account);
    // A copy for a snapshot that no row names any more.
    const standing = (snapshot: Snapshot) =>
      snapshot.takenFor === undefined
        ? standingOfSnapshot(snapshot, rowOf(snapshot.owner?.startedBy))
        : snapshot.state === 'pending'
          ? 'needed'
          : 'unproven';
    return {
      all: tasks.length + disks.volumes.length + disks.snapshots.length,
      orphans: [
        ...tasks
          .filter(({ startedBy }) => isOrphanTask(startedBy, rowOf(startedBy)))
          .map(({ arn, since }) => orphan('task', arn, since)),
        ...disks.volumes.flatMap((volume) =>
          disk('volume', volume.id, volume.createdAt, standingOfVolume(volume, rowOf(volume.owner?.startedBy))),
        ),
        ...disks.snapshots
          .filter(({ id }) => !ofSnapshots.has(id))
          .flatMap((snapshot) => disk('snapshot', snapshot.id, snapshot.startedAt, standing(snapshot))),
      ],
    };
  },
  judge({ all, orphans: found }, { now, deployment }) {
    const old = found.filter(({ since }) => now.getTime() - since.getTime() > OLD_MINUTES * 60_000);
    if (old.length === 0)
      return [ok(`Each of ${all} tasks, volumes and snapshots belongs to a sandbox, or is being removed.`)];
    return [...Map.groupBy(old, ({ kind, isUnproven }) => `${isUnproven ? 'unproven' : 'proven'} ${kind}`)].flatMap(
      ([, ones]) => finding(ones, deployment),
    );
  },
});

function finding(ones: readonly Orphan[], deployment: string): readonly Finding[] {
  const [first] = ones;
  if (!first) return [];
  const many = `${ones.length} ${first.kind}${ones.length === 1 ? '' : 's'} of ${deployment}`;
  const ids = ones.map(({ id }) => id).join(', ');
  if (first.isUnproven) {
    return [
      warning(
        `${many} ${ones.length === 1 ? 'is' : 'are'} not known to any row: ${ids}.`,
        'Rows may be missing. The sweep deletes such a disk after a week.',
        'If rows were lost, restore them: docs/runbook.md. Otherwise, do nothing.',
      ),
    ];
  }
  return [
    error(
      `${many} ${ones.length === 1 ? 'belongs' : 'belong'} to no sandbox: ${ids}.`,
      'They cost money. The sweep should have removed them: it does not run, lacks a permission, or refuses because there are too many.',
      `Read the log of sweep-sandboxes, then check them: docs/runbook.md, "Orphaned tasks or disks". Delete none before you know its origin.`,
    ),
  ];
}

function disk(kind: Kind, id: string, since: string, standing: Standing): readonly Orphan[] {
  if (standing === 'needed') return [];
  return [{ ...orphan(kind, id, new Date(since)), ...(standing === 'orphan' ? {} : { isUnproven: true }) }];
}

function orphan(kind: Kind, id: string, since: Date): Orphan {
  return { kind, id, since };
}

/** The EBS snapshots that rows of the snapshots table refer to. */
async function snapshotIds({ dynamoDb, stacks }: Account): Promise<ReadonlySet<string>> {
  const { stacks: found } = await stacks();
  const table = found.map(({ outputs }) => outputs.SnapshotsTable).find((name) => name !== undefined);
  if (table === undefined) throw new Error('No stack has an output SnapshotsTable.');
  const documents = DynamoDBDocumentClient.from(dynamoDb);
  const rows = await all(new DynamoSnapshotReader(documents, { snapshots: table }).stored());
  return new Set(rows.flatMap(({ ebs_snapshot_id: id }) => (id === null ? [] : [id])));
}

interface RunningTask {
  readonly arn: string;
  readonly startedBy: string | undefined;
  readonly since: Date;
}

async function tasksOf({ ecs, stacks }: Account): Promise<readonly RunningTask[]> {
  const found: RunningTask[] = [];
  for (const cluster of ofType(await stacks(), 'AWS::ECS::Cluster')) {
    for await (const { taskArns = [] } of paginateListTasks({ client: ecs, pageSize: 100 }, { cluster })) {
      if (taskArns.length === 0) continue;
      const { tasks = [] } = await ecs.send(new DescribeTasksCommand({ cluster, tasks: taskArns }));
      found.push(
        ...tasks.map(({ taskArn: arn = '', startedBy, createdAt: since = new Date(0) }) => ({ arn, startedBy, since })),
      );
    }
  }
  return found;
}

async function disksOf({ ec2 }: Account, { deployment }: Subject) {
  const disks = new Ec2Disks({ repeatable: ec2, once: ec2 }, deployment);
  const [volumes, snapshots] = await Promise.all([all(disks.volumes()), all(disks.snapshots())]);
  return { volumes, snapshots, names: [...volumes, ...snapshots].map(({ owner }) => owner?.startedBy) };
}

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

/** The rows of these sandboxes, by owner and ID. */
async function rowsOf(
  { dynamoDb, stacks }: Account,
  names: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, Sandbox>> {
  const keys = [...new Set(names.flatMap((name) => keyOf(name) ?? []))];
  if (keys.length === 0) return new Map();
  const { stacks: found } = await stacks();
  const table = found.map(({ outputs }) => outputs.SandboxesTable).find((name) => name !== undefined);
  if (table === undefined) throw new Error('No stack has an output SandboxesTable.');
  const asked = keys.map((key) => {
    const [owner_id, sandbox_id] = JSON.parse(key) as [string, string];
    return { owner_id, sandbox_id };
  });
  const read = async (wanted: typeof asked) =>
    (await batchGet(DynamoDBDocumentClient.from(dynamoDb), table, wanted)).map((row) => Sandbox.parse(row));
  const rows = await read(asked);
  const claims = rows.flatMap(({ warm }) => warm?.claimed_by ?? []);
  const claimants = await read(claims.map(({ owner_id, sandbox_id }) => ({ owner_id, sandbox_id })));
  const byName = new Map([...rows, ...claimants].map((row) => [nameOf(row), row]));
  return new Map(rows.flatMap((row) => withClaimant(row, byName)));
}

/** Resources with the tag of a claimed warm task belong to the sandbox that claimed it. */
function withClaimant(row: Sandbox, rows: ReadonlyMap<string, Sandbox>): [string, Sandbox][] {
  const claim = row.warm?.claimed_by;
  if (!claim) return [[nameOf(row), row]];
  const claimant = rows.get(nameOf(claim));
  if (claimant?.created_at !== claim.created_at) return [];
  const { sandbox_id, created_at } = row;
  const isCurrent = claimant.claimed?.sandbox_id === sandbox_id;
  // The tags name generation 1 of the warm task; the claimant's later resources are newer.
  const generation = isCurrent ? 1 : 2;
  return [[nameOf(row), { ...claimant, owner_id: row.owner_id, sandbox_id, created_at, generation }]];
}

function nameOf({ owner_id, sandbox_id }: Pick<Sandbox, 'owner_id' | 'sandbox_id'>): string {
  return JSON.stringify([owner_id, sandbox_id]);
}

function keyOf(startedBy: string | undefined): string | undefined {
  const owner = parseStartedBy(startedBy);
  return owner && JSON.stringify([owner.ownerId, owner.sandboxId]);
}

function isOrphanTask(startedBy: string | undefined, row: Sandbox | undefined): boolean {
  const generation = parseStartedBy(startedBy)?.generation;
  return generation === undefined || !row || isTombstone(row) || generation < row.generation;
}
