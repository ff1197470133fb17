import type { NamedKind } from '../../../contract/shapes/named-kind.ts';
import { batchGetFrom } from '../../../platform/aws/batch-get.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { isOfConversation, isOfSandbox, privateIdKey } from './reused-ids.ts';

/** An id in a request, or of a row. */
export interface Named {
  readonly kind: NamedKind;
  readonly id: string;
}

/** Finds what is private to other people. */
export interface Privacy {
  /** Those of the names that the person must not see. Unknown ids are not among them. */
  hidden(ownerId: string, personId: string, names: readonly Named[]): Promise<ReadonlySet<Named>>;
}

type Row = Readonly<Record<string, unknown>>;

const conversationOf = ({ conversation_id: id }: Row) => String(id);

const rowsBy = (field: string, rows: readonly unknown[]) =>
  new Map((rows as readonly Row[]).map((row) => [String(row[field]), row]));

type PrivateTables = Tables<'conversations' | 'sandboxes' | 'snapshots' | 'startTasks'>;

/**
 * Reads only who sees something. A start task is seen like its conversation, and a snapshot like its sandbox; once that
 * is gone, like it was when they were made.
 */
export class DynamoPrivacy extends TableStore<PrivateTables> implements Privacy {
  async hidden(ownerId: string, personId: string, names: readonly Named[]): Promise<ReadonlySet<Named>> {
    const of = (...kinds: readonly NamedKind[]) => names.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    const asked = {
      conversations: of('conversation', 'new-conversation', 'queue'),
      sandboxes: of('sandbox'),
      snapshots: of('snapshot'),
      startTasks: of('start-task', 'queue'),
    };
    const first = await this.#read(ownerId, asked);
    const unknown = of('new-conversation').filter((id) => !first('conversations').has(id));
    const above = await this.#read(ownerId, {
      conversations: [...[...first('startTasks').values()].map(conversationOf), ...unknown.map(privateIdKey)],
      sandboxes: [...first('snapshots').values()].map((row) => String(row.sandbox_id)),
    });
    const task = (id: string, isOfLater = false) => {
      const row = first('startTasks').get(id);
      const conversation = row && above('conversations').get(conversationOf(row));
      return conversation && (isOfLater || isOfConversation(row, conversation)) ? conversation : row;
    };
    const snapshot = (id: string) => {
      const row = first('snapshots').get(id);
      const sandbox = row && above('sandboxes').get(String(row.sandbox_id));
      return sandbox && isOfSandbox(row, sandbox) ? sandbox : row;
    };
    const rowOf: Readonly<Record<NamedKind, (id: string) => Row | undefined>> = {
      conversation: (id) => first('conversations').get(id),
      'new-conversation': (id) => first('conversations').get(id) ?? above('conversations').get(privateIdKey(id)),
      // A message goes to the conversation that has the id now, also by the id of a task of an earlier one.
      queue: (id) => first('conversations').get(id) ?? task(id, true),
      'start-task': (id) => task(id),
      sandbox: (id) => first('sandboxes').get(id),
      snapshot,
    };
    const isHidden = (privateTo: unknown) => privateTo !== undefined && privateTo !== personId;
    return new Set(names.filter(({ kind, id }) => isHidden(rowOf[kind](id)?.private_to)));
  }

  async #read(owner_id: string, ids: Readonly<Partial<Record<keyof PrivateTables, readonly string[]>>>) {
    // A table is only named if it is read: the function has no rights to the others.
    const wanted = [
      { name: 'conversations', field: 'conversation_id', more: ['created_at'] },
      { name: 'sandboxes', field: 'sandbox_id', more: ['created_at'] },
      { name: 'snapshots', field: 'snapshot_id', more: ['sandbox_id', 'sandbox_created_at'] },
      { name: 'startTasks', field: 'start_task_id', more: ['conversation_id', 'created_at'] },
    ] as const;
    const used = wanted.filter(({ name }) => ids[name]?.length);
    const rows = await batchGetFrom(
      this.documents,
      used.map(({ name, field, more }) => ({
        table: this.tables[name],
        keys: [...new Set(ids[name])].map((id) => ({ owner_id, [field]: id })),
        attributes: [field, 'private_to', ...more],
      })),
    );
    const found = new Map(used.map(({ name, field }, index) => [name, rowsBy(field, rows[index] ?? [])]));
    return (name: keyof PrivateTables): ReadonlyMap<string, Row> => found.get(name) ?? new Map();
  }
}
