import { expect, it } from 'vitest';
import type { Conversation } from '../../../shared/domain/conversations/conversation.ts';
import type { FailedStarts } from '../../../shared/domain/start-tasks/task/failed-starts.ts';
import { advanced, type StartTask } from '../../../shared/domain/start-tasks/task/start-task.ts';
import { aConversation, aStartTask } from '../conversations/conversation-data.ts';
import { anOwner, failuresOf } from '../http/walk.ts';

export interface FailedStartsFixture {
  readonly failed: FailedStarts;
  readonly addTask: (task: StartTask) => Promise<void>;
  readonly addConversation: (row: Conversation) => Promise<void>;
  readonly findTask: (ownerId: string, id: string) => Promise<StartTask | undefined>;
  readonly findConversation: (ownerId: string, id: string) => Promise<Conversation | undefined>;
}

const later = new Date('2026-11-21T13:00:00.000Z');
const reason = 'There is no such branch.';

export function failedStartsSuite(fixture: () => FailedStartsFixture): void {
  async function aStart(row?: Partial<Conversation>) {
    const owner_id = anOwner();
    const task = aStartTask({ owner_id });
    const { conversation_id, start_task_id } = task;
    await fixture().addTask(task);
    if (row) await fixture().addConversation(aConversation({ owner_id, conversation_id, start_task_id, ...row }));
    const found = () => fixture().findConversation(owner_id, conversation_id);
    return { task, over: advanced(task, later, { status: 'ERROR', detail: reason }), found };
  }
  const isOver = async ({ owner_id, start_task_id }: StartTask) =>
    (await fixture().findTask(owner_id, start_task_id))?.status;

  it('writes the end of the task and its reason into the conversation', async () => {
    const { task, over, found } = await aStart({});

    await fixture().failed.write(task, over);

    expect(await isOver(task)).toBe('ERROR');
    expect(await found()).toMatchObject({ start_error: reason, updated_at: later.toISOString() });
  });

  it('leaves a conversation alone that another start has taken over, and makes none that is gone', async () => {
    const [other, gone] = [await aStart({ start_task_id: 'another' }), await aStart()];

    for (const { task, over } of [other, gone]) await fixture().failed.write(task, over);

    expect([await isOver(other.task), await isOver(gone.task)]).toEqual(['ERROR', 'ERROR']);
    expect((await other.found())?.start_error ?? null).toBeNull();
    expect(await gone.found()).toBeUndefined();
  });

  it('writes nothing when another worker wrote the task first', async () => {
    const { task, over, found } = await aStart({});
    await fixture().failed.write(task, { ...over, detail: 'first' });

    const outcomes = await Promise.allSettled([fixture().failed.write(task, over)]);

    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
    expect(await found()).toMatchObject({ start_error: 'first' });
  });
}
