import { absent, all, is, updateOf, when } from '../../../../platform/aws/expressions.ts';
import { countPart } from '../../../../platform/aws/kept-counts.ts';
import { asRead } from '../../../../platform/aws/rows.ts';
import { TableStore } from '../../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../../platform/errors.ts';
import type { Table, Tables } from '../../../../rights/statement.ts';
import type { StartBounds } from '../../../billing/budgets/start-rules.ts';
import { CONVERSATIONS_NAMED } from '../../../sandboxes/record/sandbox.ts';
import { DynamoSandboxStore, DynamoStartingSandboxes } from '../../../sandboxes/store/dynamo-sandbox-store.ts';
import {
  addedConversation,
  listedConversation,
  movedConversation,
  reserveAgentId,
} from '../../record/conversation-rows.ts';
import { startTaskItem } from '../task/dynamo-start-task-store.ts';
import { countedStartTasks } from '../task/start-task-store.ts';
import type { ConversationStart, ConversationStarts } from './start-order.ts';

type StartTables = Tables<'conversations' | 'startTasks' | 'sandboxes' | 'owners'>;

/** Writes conversation, start task, sandbox and the owner's count in one transaction. */
abstract class DynamoStarts<Granted extends StartTables> extends TableStore<Granted> implements ConversationStarts {
  protected readonly sandboxes: Pick<DynamoSandboxStore, 'parts'> = new DynamoSandboxStore(this.documents, this.tables);

  async write(start: ConversationStart, bounds?: StartBounds, first: readonly Part[] = []): Promise<void> {
    await transact(this.documents, [
      ...first,
      ...this.conversation(start),
      this.#task(start),
      countPart(countedStartTasks(this.tables.startTasks), start.task, 1),
      ...this.sandboxes.parts(start.sandboxChanges, bounds, start.join ? start.task.owner_id : undefined),
    ]);
  }

  /** The parts for the conversation and the sandbox that it joins. @throws for a start that the class cannot write */
  protected abstract conversation(start: ConversationStart): readonly Part[];

  #task({ task }: ConversationStart): Part {
    const TableName = this.tables.startTasks;
    return {
      item: { Put: { TableName, Item: startTaskItem(task), ...when(absent('owner_id')) } },
      lost: () => new Error(`two start tasks got the id ${task.start_task_id}`),
    };
  }
}

/** Starts of existing conversations, in their sandbox or another one. */
export class DynamoRestarts<Granted extends StartTables = StartTables> extends DynamoStarts<Granted> {
  protected override conversation(start: ConversationStart): readonly Part[] {
    const { conversation } = start;
    if (conversation.kind === 'new') throw new Error('a new conversation cannot be restarted');
    return [
      movedConversation(this.tables.conversations, conversation.row, conversation.previous),
      ...this.joined(start),
    ];
  }

  /** Raises the version, so that a writer with an earlier read of the sandbox fails. Joins do not conflict. */
  protected joined({ join, conversation }: ConversationStart): readonly Part[] {
    if (!join) return [];
    const { owner_id, sandbox_id, created_at, conversation_ids: ids } = join.sandbox;
    const { conversation_id: id } = conversation.row;
    // Two concurrent joins can exceed the limit by one.
    const isNamed = !ids.includes(id) && ids.length < CONVERSATIONS_NAMED;
    const Update = {
      TableName: this.tables.sandboxes,
      Key: { owner_id, sandbox_id },
      ...updateOf({
        set: { last_activity_at: join.at, last_used_at: join.at, updated_at: join.at },
        append: isNamed ? { conversation_ids: [id] } : {},
        add: { conversation_count: join.adds, version: 1 },
        // Its visibility is that of the conversation.
        when: all(is('desired', '=', 'RUNNING'), is('created_at', '=', created_at), asRead(join.sandbox, 'private_to')),
      }),
    };
    return [{ item: { Update }, lost: () => new VersionConflictError('sandbox', sandbox_id) }];
  }
}

/** Starts of the current generation, new conversations included, also from snapshots. Their ids are UUIDs. */
export class DynamoAppStarts extends DynamoRestarts<StartTables & Tables<'snapshots'>> {
  protected override readonly sandboxes = new DynamoStartingSandboxes(this.documents, this.tables);

  protected override conversation(start: ConversationStart): readonly Part[] {
    const { conversation } = start;
    if (conversation.kind !== 'new') return super.conversation(start);
    return [...newConversation(this.tables.conversations, conversation), ...this.joined(start)];
  }
}

/** Starts of the legacy generation: new conversations in new sandboxes, with any id, and existing ones. */
export class DynamoLegacyStarts extends DynamoRestarts<StartTables & Tables<'snapshots'>> {
  protected override readonly sandboxes = new DynamoStartingSandboxes(this.documents, this.tables);

  protected override conversation(start: ConversationStart): readonly Part[] {
    const { conversation } = start;
    if (conversation.kind !== 'new') return super.conversation(start);
    if (start.join) throw new Error('a new legacy conversation has a sandbox of its own');
    const { conversations } = this.tables;
    return [...newConversation(conversations, conversation), ...reserveAgentId(conversations, conversation.row)];
  }
}

/** The parts that add a conversation, count it, and add it to its parent's list. */
function newConversation(
  table: Table<'conversations'>,
  { row, isListed = true }: Extract<ConversationStart['conversation'], { readonly kind: 'new' }>,
): readonly Part[] {
  const { owner_id, conversation_id, parent_conversation_id: parentId } = row;
  const added = addedConversation(table, row);
  if (parentId === null || !isListed) return added;
  return [...added, listedConversation(table, { owner_id, conversation_id: parentId }, conversation_id)];
}
