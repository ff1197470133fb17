import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  paginateScan,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { SnapshotState } from '../../../shared/contract/shapes/enums.ts';
import { inParallel } from '../service.ts';

interface TableNames {
  readonly sandboxes: string;
  readonly snapshots: string;
}

/** The number of rows of each table that disagreed. */
export interface Reconciled {
  readonly snapshots: number;
  readonly sandboxes: number;
}

const Owned = z.object({ owner_id: z.string(), version: z.int() });
const SandboxRow = Owned.extend({
  sandbox_id: z.string(),
  snapshot_id: z.string().nullable(),
  base_snapshot: z.object({ snapshot_id: z.string() }).nullable(),
});
const SnapshotRow = Owned.extend({
  snapshot_id: z.string(),
  state: SnapshotState,
  ebs_snapshot_id: z.string().nullable(),
  of_snapshot_id: z.string().nullable(),
  holds: z.int(),
});
type SnapshotRow = z.infer<typeof SnapshotRow>;

/** How many rows are written concurrently. */
const WRITERS = 10;

/**
 * Makes sandboxes and snapshots agree after rows of one of them were restored. An EBS snapshot that became a snapshot
 * after the time of a restored sandbox belongs to the snapshot, so that no save of the sandbox deletes it. The holds of
 * snapshots are counted again. The service must be paused. Idempotent.
 *
 * @param owner only rows of this owner
 */
export async function reconcileHolds(
  documents: DynamoDBDocumentClient,
  names: TableNames,
  owner: string | undefined,
): Promise<Reconciled> {
  const isMeant = ({ owner_id: id }: { readonly owner_id: string }) => owner === undefined || id === owner;
  const snapshots = (await rowsOf(documents, names.snapshots, SnapshotRow)).filter(isMeant);
  const sandboxes = (await rowsOf(documents, names.sandboxes, SandboxRow)).filter(isMeant);
  const present = snapshots.filter(({ state }) => state !== 'DELETED');
  const owners = new Map(present.filter(ownsData).map((row) => [dataOf(row), row]));
  const holds = new Map<string, number>();
  const hold = (owner_id: string, id: string) =>
    holds.set(`${owner_id}/${id}`, (holds.get(`${owner_id}/${id}`) ?? 0) + 1);
  for (const { owner_id, of_snapshot_id: root } of present) if (root !== null) hold(owner_id, root);
  const moved: UpdateCommandInput[] = [];
  for (const { owner_id, sandbox_id, version, snapshot_id: own, base_snapshot: base } of sandboxes) {
    const snapshot = own === null ? undefined : owners.get(`${owner_id}/${own}`);
    const baseId = snapshot?.snapshot_id ?? base?.snapshot_id;
    if (baseId !== undefined) hold(owner_id, baseId);
    if (!snapshot) continue;
    const base_snapshot = { snapshot_id: snapshot.snapshot_id, ebs_snapshot_id: own };
    moved.push({
      TableName: names.sandboxes,
      Key: { owner_id, sandbox_id },
      UpdateExpression: 'SET snapshot_id = :none, base_snapshot = :base, workspace_kept = :none ADD version :one',
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':none': null, ':base': base_snapshot, ':one': 1, ':read': version },
    });
  }
  const counted = present.flatMap((row): UpdateCommandInput[] => {
    const { owner_id, snapshot_id, version } = row;
    const actual = holds.get(`${owner_id}/${snapshot_id}`) ?? 0;
    if (actual === row.holds) return [];
    return [
      {
        TableName: names.snapshots,
        Key: { owner_id, snapshot_id },
        UpdateExpression: 'SET holds = :holds ADD version :one',
        ConditionExpression: 'version = :read',
        ExpressionAttributeValues: { ':holds': actual, ':one': 1, ':read': version },
      },
    ];
  });
  return { sandboxes: await writeAll(documents, moved), snapshots: await writeAll(documents, counted) };
}

function ownsData({ ebs_snapshot_id: id, of_snapshot_id: of }: SnapshotRow): boolean {
  return id !== null && of === null;
}

function dataOf({ owner_id, ebs_snapshot_id: id }: SnapshotRow): string {
  return `${owner_id}/${id}`;
}

/** @throws ZodError for a damaged row */
async function rowsOf<T>(documents: DynamoDBDocumentClient, TableName: string, shape: z.ZodType<T>): Promise<T[]> {
  const found: T[] = [];
  const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) for (const item of Items) found.push(shape.parse(item));
  return found;
}

/** A row that another writer changed meanwhile is left to a repetition. @returns the number of written rows */
async function writeAll(documents: DynamoDBDocumentClient, updates: readonly UpdateCommandInput[]): Promise<number> {
  const written = await inParallel(updates, WRITERS, async (update) => {
    try {
      await documents.send(new UpdateCommand(update));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  });
  return written.filter(Boolean).length;
}
