import * as z from 'zod';
import { SnapshotState } from '../../../contract/shapes/enums.ts';
import { all, is, not } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { allRows, queryPage, queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Matching, Page } from '../../../platform/paging.ts';
import type { Tables } from '../../../rights/statement.ts';
import { isPurgedSnapshot, readSnapshot, type WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import { seenBy } from './seen-by.ts';
import {
  type DueSnapshot,
  type EbsReference,
  readSnapshotDeletion,
  SNAPSHOT_SEGMENTS,
  type SnapshotDeletionRow,
  type SnapshotFilter,
  type SnapshotReader,
  type StoredSnapshotRow,
  type SweptSnapshots,
} from './snapshot-store.ts';

const Reference = z.object({ snapshot_id: z.string(), state: SnapshotState });
const Named = z.object({ owner_id: z.string(), snapshot_id: z.string() });
const Due = Named.extend({ state: SnapshotState, holds: z.int() });
const Stored = Named.extend({ ebs_snapshot_id: z.string().nullable() });

/** Reads of snapshots. */
export class DynamoSnapshotReader<Granted extends Tables<'snapshots'> = Tables<'snapshots'>>
  extends TableStore<Granted>
  implements SnapshotReader, SweptSnapshots
{
  async find(ownerId: string, snapshotId: string): Promise<WorkspaceSnapshot | undefined> {
    const item = await getItem(this.documents, this.tables.snapshots, { owner_id: ownerId, snapshot_id: snapshotId });
    const row = item && readSnapshot(item);
    return row && !isPurgedSnapshot(row, this.now()) ? row : undefined;
  }

  /** Ids sort by time, so the table itself is in the order of the list. */
  list(
    ownerId: string,
    limit: number,
    after: string | null,
    filter: SnapshotFilter = {},
  ): Promise<Page<WorkspaceSnapshot>> {
    const { sandboxId, createdBy, state, matching } = filter;
    return queryPage(this.documents, {
      table: this.tables.snapshots,
      key: { name: 'owner_id', value: ownerId },
      sort: 'snapshot_id',
      range: { newestFirst: true, after },
      filter: all(
        is('state', '<>', 'DELETING'),
        is('state', '<>', 'DELETED'),
        is('kept', '=', true),
        ...(state === undefined ? [] : [is('state', '=', state)]),
        ...(sandboxId === undefined ? [] : [is('sandbox_id', '=', sandboxId)]),
        ...seenBy(ownerId, { createdBy }),
      ),
      matching,
      limit,
      parse: readSnapshot,
      consistent: true,
    });
  }

  listDeletions(
    ownerId: string,
    limit: number,
    after: string | null,
    matching?: Matching<SnapshotDeletionRow>,
  ): Promise<Page<SnapshotDeletionRow>> {
    return queryPage(this.documents, {
      table: this.tables.snapshots,
      index: 'deleted_index',
      key: { name: 'owner_id', value: ownerId },
      sort: 'deleted_sort',
      range: { newestFirst: true, after },
      filter: not(is('purge_at', '<=', Math.floor(this.now().getTime() / 1000))),
      matching,
      limit,
      parse: readSnapshotDeletion,
      consistent: true,
    });
  }

  async referencesTo(ownerId: string, ebsSnapshotId: string): Promise<readonly EbsReference[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.snapshots,
      IndexName: 'ebs_index',
      KeyConditionExpression: 'owner_id = :owner AND ebs_sort = :id',
      ExpressionAttributeValues: { ':owner': ownerId, ':id': ebsSnapshotId },
      ConsistentRead: true,
    });
    return allRows(pages, (item) => Reference.parse(item));
  }

  async *due(now: Date): AsyncIterable<readonly DueSnapshot[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.snapshots,
      IndexName: 'watch_index',
      KeyConditionExpression: 'watch = :due AND watch_at <= :now',
      ExpressionAttributeValues: { ':due': 'due', ':now': timestamp(now) },
    });
    for await (const page of pages) yield page.map((item) => Due.parse(item));
  }

  async *stored(): AsyncIterable<readonly StoredSnapshotRow[]> {
    for (let segment = 0; segment < SNAPSHOT_SEGMENTS; segment += 1) {
      const pages = queryPages(this.documents, {
        TableName: this.tables.snapshots,
        IndexName: 'stored_index',
        KeyConditionExpression: '#stored = :segment',
        // A reserved word.
        ExpressionAttributeNames: { '#stored': 'stored' },
        ExpressionAttributeValues: { ':segment': String(segment) },
      });
      for await (const page of pages) yield page.map((item) => Stored.parse(item));
    }
  }
}
