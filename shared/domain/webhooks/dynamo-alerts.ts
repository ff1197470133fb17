import * as z from 'zod';
import { exists, updateOf } from '../../platform/aws/expressions.ts';
import { getItem } from '../../platform/aws/get-item.ts';
import { asRead, rowReader } from '../../platform/aws/rows.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import { certain, type Part, transact } from '../../platform/aws/transact.ts';
import { timestamp } from '../../platform/clock.ts';
import { VersionConflictError } from '../../platform/errors.ts';
import type { Tables } from '../../rights/statement.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** A receiver of alerts that is kept: only what it receives changes. */
type KeptAlert = Pick<WebhookEndpoint, 'endpoint_id' | 'events' | 'alert'>;

/** All that is written of a receiver of alerts. */
export type AlertRow = Pick<
  WebhookEndpoint,
  | 'endpoint_id'
  | 'url'
  | 'sealed_url'
  | 'secret'
  | 'previous_secret'
  | 'previous_secret_until'
  | 'events'
  | 'description'
  | 'enabled'
  | 'disabled_reason'
  | 'disabled_at'
  | 'failing_since'
  | 'hold_until'
  | 'alert'
>;

interface AlertChanges {
  readonly kinds: readonly string[];
  readonly written: readonly AlertRow[];
  readonly kept: readonly KeptAlert[];
  /** Their ids. */
  readonly removed: readonly string[];
}

const readChoice = rowReader(
  'choice of alerts',
  z.object({
    /** Undefined before the first choice. */
    kinds: z.array(z.string()).optional(),
    /** Optimistic lock of the choice and of its receivers. */
    version: z.int().optional(),
  }),
);
type AlertChoice = ReturnType<typeof readChoice>;

/** What an owner or a person is alerted of, also while nothing receives it, and the receivers. */
export class DynamoAlerts extends TableStore<Tables<'webhookEndpoints'>> {
  /** @param personId null for the owner's own alerts */
  async choice(ownerId: string, personId: string | null): Promise<AlertChoice> {
    const row = await getItem(this.documents, this.tables.webhookEndpoints, choiceKey(ownerId, personId));
    return readChoice(row ?? {});
  }

  /**
   * Writes the choice, and writes, keeps and removes its receivers. Their waiting messages stay, and they do not count
   * as endpoints.
   *
   * @param before the choice as read before its receivers
   * @throws VersionConflictError after another change
   */
  async change(
    ownerId: string,
    personId: string | null,
    before: AlertChoice,
    { kinds, written, kept, removed }: AlertChanges,
    now: Date,
  ): Promise<void> {
    const TableName = this.tables.webhookEndpoints;
    const lost = () => new VersionConflictError('the alerts of', personId ?? ownerId);
    const chosen = updateOf({
      set: { kinds, version: (before.version ?? 0) + 1, updated_at: timestamp(now) },
      when: asRead(before, 'version'),
    });
    const update = ({ endpoint_id: id, ...row }: AlertRow | KeptAlert, mustExist: boolean): Part => {
      const change = updateOf({
        set: { ...row, updated_at: timestamp(now) },
        setOnce: { created_at: timestamp(now) },
        add: { version: 1 },
        when: mustExist ? exists('owner_id') : undefined,
      });
      return { item: { Update: { TableName, Key: { owner_id: ownerId, endpoint_id: id }, ...change } }, lost };
    };
    await transact(this.documents, [
      { item: { Update: { TableName, Key: choiceKey(ownerId, personId), ...chosen } }, lost },
      ...written.map((row) => update(row, false)),
      ...kept.map((row) => update(row, true)),
      ...removed.map((id) => certain({ Delete: { TableName, Key: { owner_id: ownerId, endpoint_id: id } } })),
    ]);
  }
}

/** Lists of endpoints begin behind it. */
function choiceKey(ownerId: string, personId: string | null) {
  return { owner_id: ownerId, endpoint_id: `#alerts/${personId ?? 'owner'}` };
}
