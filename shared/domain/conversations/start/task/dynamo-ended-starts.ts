import { all, is, updateOf, when } from '../../../../platform/aws/expressions.ts';
import { TableStore } from '../../../../platform/aws/table-store.ts';
import { lostParts, type Part, transact } from '../../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../../platform/errors.ts';
import type { Tables } from '../../../../rights/statement.ts';
import { startedConversation } from '../../record/conversation-rows.ts';
import { startTaskItem } from './dynamo-start-task-store.ts';
import type { StartTask } from './start-task.ts';
import type { EndedStarts } from './start-task-store.ts';

export class DynamoEndedStarts
  extends TableStore<Tables<'startTasks' | 'conversations' | 'sandboxes'>>
  implements EndedStarts
{
  async write(previous: StartTask, next: StartTask): Promise<void> {
    const { start_task_id, warnings, detail: start_error, updated_at } = next;
    const failure = next.status === 'ERROR' ? { start_error, updated_at } : undefined;
    const task = this.#task(previous, next);
    const conversation = startedConversation(this.tables.conversations, next, { start_task_id, warnings, failure });
    let parts = [task, conversation, ...(failure ? [this.#sandbox(next)] : [])];
    for (;;) {
      const lost = await lostParts(this.documents, parts);
      if (lost.length === 0) return;
      if (lost.includes(task)) throw task.lost();
      parts = lost.includes(conversation) ? [task] : [task, conversation];
    }
  }

  async resume(previous: StartTask, next: StartTask): Promise<void> {
    const { start_task_id, updated_at } = next;
    const result = { start_task_id, failure: { start_error: null, updated_at } };
    const conversation = startedConversation(this.tables.conversations, next, result);
    await transact(this.documents, [conversation, this.#task(previous, next)]);
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
