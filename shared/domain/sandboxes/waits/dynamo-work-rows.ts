import { type DynamoDBDocumentClient, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { orLostRace } from '../../../platform/aws/conditional-write.ts';
import { unchanged, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { asRead, isDamaged, rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { type Clock, epochSeconds } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { noWork, type WorkPlace, WorkRow, type WorkRows } from './sandbox-work.ts';
import type { WorkKind } from './worker-places.ts';

/** How long a row is kept after its last change, in seconds: longer than messages wait for a paused sandbox. */
const KEPT = 8 * 24 * 60 * 60;

const Key = z.object({ waits_key: z.string() });

/** A damaged row loses orders at most: the next report of the agent, or the next start of the sandbox, orders again. */
const readWork = /* @__PURE__ */ rowReader('work of a sandbox', WorkRow, {
  shown: ['lease_holder', 'lease_until', 'orders'],
});

export class DynamoWorkRows extends TableStore<Tables<'waits'>> implements WorkRows {
  readonly #kind: string;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'waits'>, kind: WorkKind, now: Clock) {
    super(documents, tables, now);
    this.#kind = kind;
  }

  async read(place: WorkPlace): Promise<WorkRow> {
    const row = await getItem(this.documents, this.tables.waits, { waits_key: this.#keyOf(place) });
    return row ? readWork(row) : noWork;
  }

  async withOrders(places: readonly WorkPlace[]): Promise<readonly WorkPlace[]> {
    const byKey = new Map(places.map((place) => [this.#keyOf(place), place]));
    const keys = [...byKey.keys()].map((waits_key) => ({ waits_key }));
    const rows = await batchGet(this.documents, this.tables.waits, keys, { isStale: true });
    return rows.flatMap((row) =>
      readWork(row).orders.length > 0 ? (byKey.get(Key.safeParse(row).data?.waits_key ?? '') ?? []) : [],
    );
  }

  async write(place: WorkPlace, previous: WorkRow, next: WorkRow): Promise<void> {
    const { item, lost } = this.part(place, previous, next);
    await orLostRace(this.documents.send(new PutCommand(item.Put)), lost);
  }

  part(
    place: WorkPlace,
    previous: WorkRow,
    next: WorkRow,
  ): Part & { readonly item: { readonly Put: PutCommandInput } } {
    const Put = {
      TableName: this.tables.waits,
      Item: { ...next, waits_key: this.#keyOf(place), expires_at: epochSeconds(this.now()) + KEPT },
      ...when(isDamaged(previous) ? asRead(previous, 'version') : unchanged('version', previous.version)),
    };
    return { item: { Put }, lost: () => new VersionConflictError('work of sandbox', place.sandboxId) };
  }

  /** No owner's id begins with `#`. */
  #keyOf({ ownerId, sandboxId }: WorkPlace): string {
    return `#${this.#kind}-work/${ownerId}/${sandboxId}`;
  }
}
