import { all, is, updateOf, when } from '../../../../platform/aws/expressions.ts';
import { TableStore } from '../../../../platform/aws/table-store.ts';
import { lostParts, type Part } from '../../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../../platform/errors.ts';
import type { Tables } from '../../../../rights/statement.ts';
import { failedConversation } from '../../record/conversation-rows.ts';
import { startTaskItem } from './dynamo-start-task-store.ts';
import type { StartTask } from './start-task.ts';
import type { FailedStarts } from './start-task-store.ts';

export class DynamoFailedStarts
  extends TableStore<Tables<'startTasks' | 'conversations' | 'sandboxes'>>
  implements FailedStarts
{
  async write(previous: StartTask, next: StartTask): Promise<void> {
    const [task, conversation, sandbox] = [
      this.#task(previous, next),
      failedConversation(this.tables.conversations, next, next),
      this.#sandbox(next),
    ];
    let parts = [task, conversation, sandbox];
    for (;;) {
      const lost = await lostParts(this.documents, parts);
      if (lost.length === 0) return;
      if (lost.includes(task)) throw task.lost();
      parts = lost.includes(conversation) ? [task] : [task, conversation];
    }
  }

  #task(previous: StartTask, next: StartTask): Part {
    const condition = when(is('version', '=', previous.version));
    const Put = { TableName: this.tables.startTasks, Item: startTaskItem(next), ...condition };
    return { item: { Put }, lost: () => new VersionConflictError('start task', next.start_task_id) };
  }

  /** Raises the version, so that no writer with an earlier read overwrites the time. */
  #sandbox({ owner_id, sandbox_id, generation, updated_at }: StartTask): Part {
    const isForItAlone = all(is('created_for_conversation', '=', true), is('conversation_count', '<=', 1));
    const Update = {
      TableName: this.tables.sandboxes,
      Key: { owner_id, sandbox_id },
      ...updateOf({
        set: { start_failed_at: updated_at },
        add: { version: 1 },
        when: all(is('desired', '=', 'RUNNING'), is('generation', '=', generation), isForItAlone),
      }),
    };
    return { item: { Update }, lost: () => new VersionConflictError('sandbox', sandbox_id) };
  }
}
