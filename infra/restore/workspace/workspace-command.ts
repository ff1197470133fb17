import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateTagsCommand, EC2Client, EC2ServiceException, paginateDescribeSnapshots } from '@aws-sdk/client-ec2';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { withWorkspace } from '../../../shared/domain/sandboxes/lifecycle/previous-workspace.ts';
import { KEEP_TAG, MARK_TAG, type Snapshot } from '../../../shared/domain/sandboxes/record/disks.ts';
import { markOf } from '../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoStartingSandboxes } from '../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotReader } from '../../../shared/domain/sandboxes/store/dynamo-snapshot-reader.ts';
import type { SnapshotReader } from '../../../shared/domain/sandboxes/store/snapshot-store.ts';
import { toSnapshot } from '../../../shared/domain/sandboxes/workspace/ec2-disk-shape.ts';
import { UserError } from '../../local/terminal/user-error.ts';
import { findForRestore, type Values } from '../service.ts';

/** Makes another snapshot the workspace of a paused sandbox. @throws UserError; AppError `conflict` */
export async function restoreWorkspace(values: Values): Promise<void> {
  if (values.release !== undefined) return release(values.release, values);
  const { owner, sandbox: id } = values;
  if (owner === undefined || id === undefined) throw new UserError('Name the sandbox: --owner NAME --sandbox ID.');
  const { client, outputs } = await findForRestore(values, 'SandboxesTable', 'SnapshotsTable', 'OwnersTable');
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const { SandboxesTable, SnapshotsTable, OwnersTable } = outputs;
  const tables = { sandboxes: SandboxesTable, snapshots: SnapshotsTable, owners: OwnersTable };
  const store = new DynamoStartingSandboxes(documents, tables);
  const ec2 = new EC2Client(client);
  const previous = await store.find(owner, id);
  if (!previous) throw new UserError(`Owner ${owner} has no sandbox ${id}. Check its ID, or restore its row first.`);
  const snapshots = await snapshotsOf(ec2, previous);
  if (!values.json) console.table(snapshots.map((snapshot) => shown(snapshot, previous)));
  const wanted = values.snapshot ?? previous.previous_snapshot_id;
  if (wanted === null) {
    throw new UserError(`Sandbox ${id} has no snapshot before its last. Choose one with --snapshot ID.`);
  }
  const snapshot = snapshots.find((one) => one.id === wanted);
  if (!snapshot) throw new UserError(`EC2 has no snapshot ${wanted} of sandbox ${id}. Look for it in the Recycle Bin.`);
  await requireUnshared(snapshot, owner, new DynamoSnapshotReader(documents, tables));
  const next = withWorkspace(previous, snapshot, new Date());
  // A shared workspace keeps its row.
  const aside = snapshots.find((one) => one.id === previous.snapshot_id);
  if (values.apply) {
    // First, so that the sweep never finds the snapshot without a row and without the tag.
    if (aside) await setKept(ec2, aside.id, true);
    await store.save([{ previous, next }]);
    if (snapshot.isKept) await setKept(ec2, snapshot.id, false);
  }
  tell(next, aside, values);
}

/** A workspace that became a snapshot of its owner belongs to that row, which deletes it. @throws UserError */
async function requireUnshared({ id }: Snapshot, owner: string, snapshots: SnapshotReader): Promise<void> {
  const [reference] = await snapshots.referencesTo(owner, id);
  if (reference === undefined) return;
  throw new UserError(
    `${id} is the snapshot ${reference.snapshot_id} of owner ${owner}. Restore it by the API: docs/forks.md.`,
  );
}

function shown({ id, state, startedAt, owner, isKept }: Snapshot, sandbox: Sandbox) {
  const roles = { current: sandbox.snapshot_id, previous: sandbox.previous_snapshot_id };
  const role = Object.entries(roles).find(([, named]) => named === id)?.[0] ?? (isKept ? 'put aside' : '');
  return { id, state, saved: startedAt, generation: owner?.startedBy.split('/').at(-1), role };
}

function tell(next: Sandbox, aside: Snapshot | undefined, { apply, json }: Values): void {
  if (json) {
    const report = { applied: apply, snapshot_id: next.snapshot_id, put_aside: aside?.id ?? null };
    console.log(JSON.stringify(report));
    return;
  }
  const resumes = apply ? 'resumes' : 'would resume';
  console.log(`Sandbox ${next.sandbox_id} ${resumes} from ${next.snapshot_id} next time.`);
  if (aside) {
    console.log(
      `Its former workspace ${aside.id} ${apply ? 'is' : 'would be'} kept until you run \`npm run restore -- workspace --release ${aside.id} --apply\`.`,
    );
  }
  if (!apply) console.log('Repeat the command with --apply.');
}

/** Lets the sweep delete a snapshot, unless a row refers to it. */
async function release(snapshotId: string, values: Values): Promise<void> {
  const { client } = await findForRestore(values);
  if (values.apply) {
    await setKept(new EC2Client(client), snapshotId, false).catch((error: unknown) => {
      if (!(error instanceof EC2ServiceException && error.name.startsWith('InvalidSnapshot'))) throw error;
      throw new UserError(`EC2 has no snapshot ${snapshotId}. It may be deleted already.`);
    });
  }
  if (values.json) return console.log(JSON.stringify({ applied: values.apply, released: snapshotId }));
  console.log(`The sweep ${values.apply ? 'can' : 'could'} delete ${snapshotId}, unless a row refers to it.`);
  if (!values.apply) console.log('Repeat the command with --apply.');
}

/** All snapshots of a sandbox, newest first, including those put aside. */
async function snapshotsOf(ec2: EC2Client, sandbox: Sandbox): Promise<readonly Snapshot[]> {
  const found: Snapshot[] = [];
  const Filters = [{ Name: `tag:${MARK_TAG}`, Values: [markOf(sandbox)] }];
  for await (const { Snapshots = [] } of paginateDescribeSnapshots({ client: ec2 }, { OwnerIds: ['self'], Filters }))
    found.push(...Snapshots.map(toSnapshot));
  return found.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}

/** Marks whether the sweep keeps a snapshot that no row refers to. */
async function setKept(ec2: EC2Client, snapshotId: string, isKept: boolean): Promise<void> {
  const Tags = [{ Key: KEEP_TAG, Value: isKept ? 'restore' : '' }];
  await ec2.send(new CreateTagsCommand({ Resources: [snapshotId], Tags }));
}
