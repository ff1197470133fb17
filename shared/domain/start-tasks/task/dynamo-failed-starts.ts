import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { all, exists, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { lostParts, type Part } from '../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../platform/errors/errors.ts';
import { startTaskItem } from './dynamo-start-task-store.ts';
import type { FailedStarts } from './failed-starts.ts';
import type { StartTask } from './start-task.ts';

export class DynamoFailedStarts implements FailedStarts {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: { readonly startTasks: string; readonly conversations: string };

  constructor(
    documents: DynamoDBDocumentClient,
    tables: { readonly startTasks: string; readonly conversations: string },
  ) {
    this.#documents = documents;
    this.#tables = tables;
  }

  async write(previous: StartTask, next: StartTask): Promise<void> {
    const task = this.#task(previous, next);
    const lost = await lostParts(this.#documents, [task, this.#conversation(next)]);
    if (lost.length === 0) return;
    const [alone] = lost.includes(task) ? [task] : await lostParts(this.#documents, [task]);
    if (alone) throw alone.lost();
  }

  #task(previous: StartTask, next: StartTask): Part {
    return {
      item: {
        Put: {
          TableName: this.#tables.startTasks,
          Item: startTaskItem(next),
          ...when(is('version', '=', previous.version)),
        },
      },
      lost: () => new VersionConflictError('start task', next.start_task_id),
    };
  }

  #conversation({ owner_id, conversation_id, start_task_id, detail, updated_at }: StartTask): Part {
    const Update = {
      TableName: this.#tables.conversations,
      Key: { owner_id, conversation_id },
      ...updateOf({
        set: { start_error: detail, updated_at },
        when: all(exists('owner_id'), is('start_task_id', '=', start_task_id)),
      }),
    };
    return { item: { Update }, lost: () => new VersionConflictError('conversation', conversation_id) };
  }
}
