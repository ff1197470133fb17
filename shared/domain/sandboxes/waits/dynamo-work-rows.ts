import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { orLostRace } from '../../../platform/aws/conditional-write.ts';
import { unchanged, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Clock, epochSeconds } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { noWork, type WorkPlace, WorkRow, type WorkRows } from './sandbox-work.ts';
import type { WorkKind } from './worker-places.ts';

/** How long a row is kept after its last change, in seconds: far longer than work waits. */
const KEPT = 24 * 60 * 60;

const KeyedRow = WorkRow.extend({ waits_key: z.string() });

export class DynamoWorkRows extends TableStore<Tables<'waits'>> implements WorkRows {
  readonly #kind: string;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'waits'>, kind: WorkKind, now: Clock) {
    super(documents, tables, now);
    this.#kind = kind;
  }

  async read(place: WorkPlace): Promise<WorkRow> {
    const row = await getItem(this.documents, this.tables.waits, { waits_key: this.#keyOf(place) });
    return row ? WorkRow.parse(row) : noWork;
  }

  async withOrders(places: readonly WorkPlace[]): Promise<readonly WorkPlace[]> {
    const byKey = new Map(places.map((place) => [this.#keyOf(place), place]));
    const keys = [...byKey.keys()].map((waits_key) => ({ waits_key }));
    const rows = await batchGet(this.documents, this.tables.waits, keys, { isStale: true });
    return rows.flatMap((row) => {
      const { waits_key, orders } = KeyedRow.parse(row);
      return orders.length > 0 ? (byKey.get(waits_key) ?? []) : [];
    });
  }

  async write(place: WorkPlace, previous: WorkRow, next: WorkRow): Promise<void> {
    const waits_key = this.#keyOf(place);
    const command = new PutCommand({
      TableName: this.tables.waits,
      Item: { ...next, waits_key, expires_at: epochSeconds(this.now()) + KEPT },
      ...when(unchanged('version', previous.version)),
    });
    await orLostRace(this.documents.send(command), () => new VersionConflictError('work of sandbox', place.sandboxId));
  }

  /** No owner's id begins with `#`. */
  #keyOf({ ownerId, sandboxId }: WorkPlace): string {
    return `#${this.#kind}-work/${ownerId}/${sandboxId}`;
  }
}
