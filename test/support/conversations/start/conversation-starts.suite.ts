import { describe, expect, it } from 'vitest';
import type { ConversationStore } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type {
  ConversationStart,
  ConversationStarts,
} from '../../../../shared/domain/conversations/start/create/start-order.ts';
import type { StartTaskStore } from '../../../../shared/domain/conversations/start/task/start-task-store.ts';
import { CONVERSATIONS_NAMED, changed } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { anOwner, failuresOf, secondsAfterNoon } from '../../http/walk.ts';
import { aSandbox, within } from '../../sandboxes/sandbox-data.ts';
import { aConversation, aStartTask } from '../record/conversation-data.ts';

export interface StartsFixture {
  readonly starts: ConversationStarts;
  readonly conversations: ConversationStore;
  readonly sandboxes: SandboxStore;
  readonly startTasks: StartTaskStore;
}

const now = new Date('2026-11-21T13:00:00.000Z');
const LIMIT = 10;

function aStart(owner_id: string, overrides: Partial<ConversationStart> = {}): ConversationStart {
  const sandbox = aSandbox({ owner_id });
  const row = aConversation({ owner_id, sandbox_id: sandbox.sandbox_id });
  const { conversation_id, sandbox_id } = row;
  return {
    task: aStartTask({ owner_id, conversation_id, sandbox_id }),
    conversation: { kind: 'new', row },
    join: null,
    sandboxChanges: [{ previous: null, next: sandbox }],
    ...overrides,
  };
}

export function conversationStartsSuite(fixture: () => StartsFixture): void {
  const written = async ({ conversation: { row }, task, sandboxChanges }: ConversationStart): Promise<string[]> => {
    const { conversations, startTasks, sandboxes } = fixture();
    const sandboxId = sandboxChanges[0]?.next.sandbox_id ?? row.sandbox_id;
    const parts = {
      conversation: await conversations.find(row.owner_id, row.conversation_id),
      task: await startTasks.find(row.owner_id, task.start_task_id),
      sandbox: await sandboxes.find(row.owner_id, sandboxId),
    };
    return Object.entries(parts).flatMap(([name, part]) => (part ? [name] : []));
  };

  it('writes conversation, task and sandbox together', async () => {
    const start = aStart(anOwner());

    await fixture().starts.write(start, within(LIMIT));

    expect(await written(start)).toEqual(['conversation', 'task', 'sandbox']);
    expect(await fixture().sandboxes.listCounted(start.task.owner_id)).toHaveLength(1);
  });

  it('moves an existing conversation to its sandbox and keeps its other fields', async () => {
    const first = aStart(anOwner());
    await fixture().starts.write(first, within(LIMIT));
    const { owner_id, conversation_id } = first.task;
    const updated_at = now.toISOString();
    const again = aStart(owner_id);
    const sandbox_created_at = secondsAfterNoon(7);
    const row = { ...again.conversation.row, conversation_id, title: 'not written', sandbox_created_at, updated_at };
    const previousSandboxId = first.conversation.row.sandbox_id;

    await fixture().starts.write(
      { ...again, conversation: { kind: 'existing', row, previousSandboxId } },
      within(LIMIT),
    );

    const { sandbox_id } = again.conversation.row;
    const found = await fixture().conversations.find(owner_id, conversation_id);
    expect(found).toMatchObject({ ...first.conversation.row, sandbox_id, sandbox_created_at, updated_at });
  });

  it('names each conversation that joins a sandbox once, up to the bound', async () => {
    const first = aStart(anOwner());
    await fixture().starts.write(first, within(LIMIT));
    const { owner_id, sandbox_id } = first.conversation.row;
    const joined = async (named?: string[]) => {
      const found = await fixture().sandboxes.find(owner_id, sandbox_id);
      if (!found) throw new Error('the sandbox is gone');
      const sandbox = { ...found, conversation_ids: named ?? found.conversation_ids };
      const start = aStart(owner_id, { join: { sandbox, adds: 1, at: now.toISOString() }, sandboxChanges: [] });
      await fixture().starts.write(start, within(LIMIT));
      return start.conversation.row.conversation_id;
    };

    const ids = [await joined(), await joined()];
    await joined(Array.from({ length: CONVERSATIONS_NAMED }, String));

    expect((await fixture().sandboxes.find(owner_id, sandbox_id))?.conversation_ids).toEqual(ids);
  });

  it('lets any number of conversations join a sandbox concurrently, counts each and renews the last use', async () => {
    const owner_id = anOwner();
    const sandbox = aSandbox({ owner_id, conversation_count: 1 });
    await fixture().sandboxes.save([{ previous: null, next: sandbox }], within(LIMIT));
    const joins = [1, 1, 0, 1].map((adds) =>
      aStart(owner_id, { join: { sandbox, adds: adds === 1 ? 1 : 0, at: now.toISOString() }, sandboxChanges: [] }),
    );

    await Promise.all(joins.map((start) => fixture().starts.write(start, within(1))));

    expect(await fixture().sandboxes.find(owner_id, sandbox.sandbox_id)).toMatchObject({
      conversation_count: 4,
      version: 5,
      last_activity_at: now.toISOString(),
      desired: 'RUNNING',
    });
    expect(await fixture().sandboxes.listCounted(owner_id)).toHaveLength(1);
  });

  it('adds a new conversation to its parent', async () => {
    const parent = aStart(anOwner());
    await fixture().starts.write(parent, within(LIMIT));
    const { owner_id, conversation_id: parent_conversation_id } = parent.task;
    const child = aStart(owner_id);
    const row = { ...child.conversation.row, parent_conversation_id };

    await fixture().starts.write({ ...child, conversation: { kind: 'new', row } }, within(LIMIT));

    const found = await fixture().conversations.find(owner_id, parent_conversation_id);
    expect(found?.sub_conversation_ids).toEqual([row.conversation_id]);
  });

  it('creates one conversation of two racing starts with one id', async () => {
    const owner_id = anOwner();
    const first = aStart(owner_id);
    const second = aStart(owner_id, { conversation: first.conversation });

    const outcomes = await Promise.allSettled(
      [first, second].map((start) => fixture().starts.write(start, within(LIMIT))),
    );

    expect(failuresOf(outcomes)).toEqual(['ConversationExistsError']);
    expect(await fixture().sandboxes.listCounted(owner_id)).toHaveLength(1);
  });

  describe('a lost race', () => {
    it('writes nothing when the conversation exists', async () => {
      const first = aStart(anOwner());
      await fixture().starts.write(first, within(LIMIT));
      const second = aStart(first.task.owner_id, { conversation: first.conversation });

      await expect(fixture().starts.write(second, within(LIMIT))).rejects.toMatchObject({
        name: 'ConversationExistsError',
      });
      expect(await written(second)).toEqual(['conversation']);
    });

    it('writes nothing when the conversation to start again is absent', async () => {
      const start = aStart(anOwner());
      const { row } = start.conversation;
      const again = aStart(row.owner_id, {
        conversation: { kind: 'existing', row, previousSandboxId: row.sandbox_id },
      });

      await expect(fixture().starts.write(again, within(LIMIT))).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
      expect(await written(again)).toEqual([]);
    });

    it('writes nothing when the conversation to start again has moved to another sandbox', async () => {
      const first = aStart(anOwner());
      await fixture().starts.write(first, within(LIMIT));
      const { row } = first.conversation;
      const again = aStart(row.owner_id, { conversation: { kind: 'existing', row, previousSandboxId: 'another' } });

      await expect(fixture().starts.write(again, within(LIMIT))).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
      expect(await written(again)).toEqual(['conversation']);
    });

    it('writes nothing when the parent is absent', async () => {
      const start = aStart(anOwner());
      const row = { ...start.conversation.row, parent_conversation_id: 'nobody' };
      const orphan: ConversationStart = { ...start, conversation: { kind: 'new', row } };

      await expect(fixture().starts.write(orphan, within(LIMIT))).rejects.toMatchObject({ name: 'NotFoundError' });
      expect(await written(orphan)).toEqual([]);
    });

    it('writes nothing when the sandbox exists', async () => {
      const owner_id = anOwner();
      const taken = aSandbox({ owner_id });
      await fixture().sandboxes.save([{ previous: null, next: taken }], within(LIMIT));
      const start = aStart(owner_id, { sandboxChanges: [{ previous: null, next: taken }] });

      await expect(fixture().starts.write(start, within(LIMIT))).rejects.toMatchObject({ name: 'SandboxExistsError' });
      expect(await written(start)).toEqual(['sandbox']);
    });

    it('writes nothing when the sandbox changed meanwhile', async () => {
      const owner_id = anOwner();
      const previous = aSandbox({ owner_id, desired: 'PAUSED', phase: 'PAUSED' });
      await fixture().sandboxes.save([{ previous: null, next: previous }], within(LIMIT));
      await fixture().sandboxes.save([{ previous, next: changed(previous, now, { desired: 'DELETED' }) }]);
      const resumed = changed(previous, now, { desired: 'RUNNING' });
      const start = aStart(owner_id, { sandboxChanges: [{ previous, next: resumed }] });

      await expect(fixture().starts.write(start, within(LIMIT))).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
      expect(await written(start)).toEqual(['sandbox']);
    });

    it('writes nothing when the sandbox to join is being deleted, replaced by another of its id, or absent', async () => {
      const owner_id = anOwner();
      const [paused, running] = [aSandbox({ owner_id, desired: 'PAUSED' }), aSandbox({ owner_id })];
      for (const next of [paused, running]) await fixture().sandboxes.save([{ previous: null, next }], within(LIMIT));
      const before = { ...running, created_at: secondsAfterNoon(-9) };

      for (const sandbox of [paused, before, aSandbox({ owner_id })]) {
        const start = aStart(owner_id, { join: { sandbox, adds: 1, at: now.toISOString() }, sandboxChanges: [] });
        await expect(fixture().starts.write(start, within(LIMIT))).rejects.toMatchObject({
          name: 'VersionConflictError',
        });
        expect(await written(start)).toEqual([]);
      }
      expect(await fixture().sandboxes.find(owner_id, running.sandbox_id)).toMatchObject({ conversation_count: 0 });
    });

    it('writes nothing when the owner runs as many sandboxes as allowed', async () => {
      const first = aStart(anOwner());
      await fixture().starts.write(first, within(1));
      const second = aStart(first.task.owner_id);

      await expect(fixture().starts.write(second, within(1))).rejects.toMatchObject({ name: 'SandboxLimitError' });
      expect(await written(second)).toEqual([]);
    });
  });
}
