import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type { ConversationStarts } from '../../../../shared/domain/conversations/start/create/start-order.ts';
import { advanced, type StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type { FailedStarts } from '../../../../shared/domain/conversations/start/task/start-task-store.ts';
import { resumeRequested } from '../../../../shared/domain/sandboxes/intent/intents.ts';
import { idleTimeOf } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import { limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { anOwner, failuresOf } from '../../http/walk.ts';
import { aRunningSandbox, within } from '../../sandboxes/sandbox-data.ts';
import { aConversation, aStartTask } from '../record/conversation-data.ts';

export interface FailedStartsFixture {
  readonly failed: FailedStarts;
  readonly starts: ConversationStarts;
  readonly sandboxes: SandboxStore;
  readonly addTask: (task: StartTask) => Promise<void>;
  readonly addConversation: (row: Conversation) => Promise<void>;
  readonly findTask: (ownerId: string, id: string) => Promise<StartTask | undefined>;
  readonly findConversation: (ownerId: string, id: string) => Promise<Conversation | undefined>;
}

const later = new Date('2026-11-21T13:00:00.000Z');
const retried = new Date('2026-11-21T13:00:01.000Z');
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

  describe('the sandbox of a start that failed', () => {
    async function scene(
      change: Partial<Sandbox> = {},
      task: Partial<StartTask> = {},
      row: Partial<Conversation> = {},
    ) {
      const { failed, sandboxes, starts } = fixture();
      const alone = { created_for_conversation: true, conversation_count: 1 };
      const sandbox = aRunningSandbox({ owner_id: anOwner(), ...alone, ...change });
      const { owner_id, sandbox_id, generation } = sandbox;
      await sandboxes.save([{ previous: null, next: sandbox }], within(10));
      const started = aStartTask({ owner_id, sandbox_id, generation, ...task });
      const { conversation_id, start_task_id } = started;
      await fixture().addTask(started);
      await fixture().addConversation(aConversation({ owner_id, sandbox_id, conversation_id, start_task_id, ...row }));
      const fail = () => failed.write(started, advanced(started, later, { status: 'ERROR', detail: reason }));
      const find = async () => {
        const found = await sandboxes.find(owner_id, sandbox_id);
        if (!found) throw new Error('the sandbox is gone');
        return found;
      };
      const join = () =>
        starts.write({
          conversation: { kind: 'new', row: aConversation({ owner_id, sandbox_id }) },
          task: aStartTask({ owner_id, sandbox_id }),
          join: { sandbox, adds: 1, at: later.toISOString() },
          sandboxChanges: [],
        });
      return { sandbox, started, fail, find, join };
    }

    it('gets its time, and the version that a writer with an earlier read lost', async () => {
      const { sandbox, fail, find } = await scene();

      await fail();

      expect(await find()).toMatchObject({ start_failed_at: later.toISOString(), version: sandbox.version + 1 });
      const stale = { previous: sandbox, next: changed(sandbox, later, { status_reason: null }) };
      await expect(fixture().sandboxes.save([stale])).rejects.toMatchObject({ name: 'VersionConflictError' });
    });

    it.each<[string, Parameters<typeof scene>]>([
      ['that was started by itself', [{ created_for_conversation: false }]],
      ['that several conversations use', [{ conversation_count: 2 }]],
      ['that is paused meanwhile', [{ desired: 'PAUSED' }]],
      ['that was resumed meanwhile', [{ generation: 7, wanted_generation: 7 }, { generation: 6 }]],
      ['whose start never came to its agent', [{}, { generation: null }]],
      ['whose conversation another start has taken over', [{}, {}, { start_task_id: 'another' }]],
    ])('stays as it is: one %s', async (_, given) => {
      const { sandbox, started, fail, find } = await scene(...given);

      await fail();

      expect(await isOver(started)).toBe('ERROR');
      const { start_failed_at: failedAt = null, version } = await find();
      expect([failedAt, version]).toEqual([null, sandbox.version]);
    });

    it('is idle as late as any other when a second conversation joins at the same time', async () => {
      const { started, fail, find, join } = await scene();

      await Promise.all([fail(), join()]);

      expect(await isOver(started)).toBe('ERROR');
      const after = await find();
      expect(after.conversation_count).toBe(2);
      expect(idleTimeOf(after)).toEqual({ from: later.toISOString(), minutes: after.idle_minutes });
    });

    it('is idle as late as any other when a resume that lost the race is repeated', async () => {
      const { sandbox, fail, find } = await scene();
      const resumed = (row: Sandbox) => ({ previous: row, next: resumeRequested(row, retried) ?? row });
      await fail();

      await expect(fixture().sandboxes.save([resumed(sandbox)])).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
      const read = await find();
      expect(idleTimeOf(read)).toEqual({ from: later.toISOString(), minutes: limits.failedStart / 60 });
      await fixture().sandboxes.save([resumed(read)]);

      expect(idleTimeOf(await find())).toEqual({ from: retried.toISOString(), minutes: read.idle_minutes });
    });
  });

  it('writes nothing when another worker wrote the task first', async () => {
    const { task, over, found } = await aStart({});
    await fixture().failed.write(task, { ...over, detail: 'first' });

    const outcomes = await Promise.allSettled([fixture().failed.write(task, over)]);

    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
    expect(await found()).toMatchObject({ start_error: 'first' });
  });
}
