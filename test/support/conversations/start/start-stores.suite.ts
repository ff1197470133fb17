import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type { ConversationStore } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type {
  ConversationStart,
  ConversationStarts,
} from '../../../../shared/domain/conversations/start/create/start-order.ts';
import { advanced, type StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type {
  EndedStarts,
  StartTaskFilter,
  StartTaskOrder,
  StartTaskStore,
} from '../../../../shared/domain/conversations/start/task/start-task-store.ts';
import { resumeRequested } from '../../../../shared/domain/sandboxes/intent/intents.ts';
import { idleTimeOf } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import { limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import { CONVERSATIONS_NAMED, changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { anOwner, collect, failuresOf, secondsAfterNoon, walk } from '../../http/walk.ts';
import { aRunningSandbox, aSandbox, within } from '../../sandboxes/sandbox-data.ts';
import { aConversation, aStartTask } from '../record/conversation-data.ts';

interface StartTaskFixture {
  readonly store: StartTaskStore;
  readonly add: (task: StartTask) => Promise<void>;
}

const later = new Date('2026-11-21T13:00:00.000Z');

export function startTaskStoreSuite(fixture: () => StartTaskFixture): void {
  const add = async (overrides: Partial<StartTask>): Promise<StartTask> => {
    const task = aStartTask(overrides);
    await fixture().add(task);
    return task;
  };
  const ids = (tasks: readonly StartTask[]) => tasks.map(({ start_task_id: id }) => id);

  it('finds what was saved, but not for another owner', async () => {
    const task = await add({ owner_id: anOwner(), request: { tool: { args: ['x'] } } });
    const { owner_id, start_task_id: id } = task;
    const stranger = anOwner();

    expect(await fixture().store.find(owner_id, id)).toMatchObject(task);
    expect(ids(await fixture().store.findMany(owner_id, [id, id, 'unknown']))).toEqual([id]);
    expect(await fixture().store.find(stranger, id)).toBeUndefined();
    expect(await fixture().store.findMany(stranger, [id])).toEqual([]);
    expect(await fixture().store.openOf(stranger, task.sandbox_id)).toEqual([]);
  });

  it('lets one of two racing writers win and gives the other a version conflict', async () => {
    const task = await add({ owner_id: anOwner() });
    const [ready, failed] = (['READY', 'ERROR'] as const).map((status) => advanced(task, later, { status }));
    if (!ready || !failed) throw new Error('two outcomes');

    const outcomes = await Promise.allSettled([fixture().store.save(task, ready), fixture().store.save(task, failed)]);

    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
  });

  it('lists the open tasks of a sandbox until they end', async () => {
    const owner_id = anOwner();
    const first = await add({ owner_id, sandbox_id: 'shared' });
    const second = await add({ owner_id, sandbox_id: 'shared' });
    await add({ owner_id, sandbox_id: 'another' });
    await add({ owner_id: anOwner(), sandbox_id: 'shared' });
    await fixture().store.save(first, advanced(first, later, { status: 'READY' }));
    await fixture().store.save(second, advanced(second, later, { status: 'WAITING_FOR_SANDBOX' }));

    expect(ids(await fixture().store.openOf(owner_id, 'shared'))).toEqual([second.start_task_id]);
  });

  it('watch list has the open tasks of every owner', async () => {
    const open = await add({ owner_id: anOwner() });
    const over = await add({ owner_id: anOwner() });
    await fixture().store.save(over, advanced(over, later, { status: 'ERROR', detail: 'no' }));

    const watched = ids(await collect(fixture().store.watched()));

    expect([watched.includes(open.start_task_id), watched.includes(over.start_task_id)]).toEqual([true, false]);
  });

  describe('lists', () => {
    const orders: readonly [StartTaskOrder, string][] = [
      [{ by: 'created', newestFirst: true }, 'dcba'],
      [{ by: 'created', newestFirst: false }, 'abcd'],
      [{ by: 'updated', newestFirst: true }, 'abcd'],
      [{ by: 'updated', newestFirst: false }, 'dcba'],
    ];
    const addFour = async (owner_id: string) => {
      const names = ['a', 'b', 'c', 'd'];
      for (const [index, detail] of names.entries()) {
        const times = { created_at: secondsAfterNoon(index), updated_at: secondsAfterNoon(60 - index) };
        const by = detail === 'd' ? { created_by: 'grace' } : {};
        await add({ owner_id, detail, conversation_id: index % 2 === 0 ? 'even' : 'odd', ...times, ...by });
      }
    };
    const named = (tasks: readonly StartTask[]) => tasks.map(({ detail }) => detail).join('');

    it.each(orders)('follow %o page by page', async (order, expected) => {
      const owner_id = anOwner();
      await addFour(owner_id);

      const pages = await walk((after) => fixture().store.list(owner_id, {}, order, 3, after));

      expect(pages.map(named)).toEqual([expected.slice(0, 3), expected.slice(3)]);
    });

    it.each(orders)('filter by conversation, maker and time of creation in %o', async (order, expected) => {
      const owner_id = anOwner();
      await addFour(owner_id);
      const list = async (filter: StartTaskFilter) =>
        named((await fixture().store.list(owner_id, filter, order, 10, null)).items);
      const only = (names: string) => [...expected].filter((name) => names.includes(name)).join('');

      expect(await list({ conversationId: 'even' })).toBe(only('ac'));
      expect(await list({ createdFrom: secondsAfterNoon(1) })).toBe(only('bcd'));
      expect(await list({ conversationId: 'even', createdFrom: secondsAfterNoon(1) })).toBe(only('c'));
      expect(await list({ createdFrom: secondsAfterNoon(99) })).toBe('');
      expect(await list({ createdBy: 'grace' })).toBe(only('d'));
      expect(await list({ createdBy: owner_id, conversationId: 'even' })).toBe(only('ac'));
    });

    it('are counted with the same filters, for one owner', async () => {
      const owner_id = anOwner();
      await addFour(owner_id);
      const count = (filter: StartTaskFilter) => fixture().store.count(owner_id, filter);

      expect(await count({})).toBe(4);
      expect(await count({ conversationId: 'even', createdFrom: secondsAfterNoon(1) })).toBe(1);
      expect(await count({ createdFrom: secondsAfterNoon(99) })).toBe(0);
      expect(await count({ createdBy: owner_id })).toBe(3);
      expect(await fixture().store.count(anOwner(), {})).toBe(0);
    });

    it('are empty past their end', async () => {
      const owner_id = anOwner();
      await addFour(owner_id);

      for (const [order] of orders) {
        const after = order.newestFirst ? '2000#0' : '~';
        expect(await fixture().store.list(owner_id, {}, order, 5, after)).toEqual({ items: [], next: null });
      }
    });

    it('end when the page position is before the time range', async () => {
      const owner_id = anOwner();
      await addFour(owner_id);
      const filter = { createdFrom: secondsAfterNoon(3) };
      const order = { by: 'created', newestFirst: true } as const;

      const page = await fixture().store.list(owner_id, filter, order, 5, `${secondsAfterNoon(1)}#x`);

      expect(page).toEqual({ items: [], next: null });
    });
  });
}

interface StartsFixture {
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
    const made = aStart(anOwner());
    const server = { code: 'mcp_server_failed', message: 'It is silent.', detail: null };
    const start_warnings = [server, { ...server, code: 'repository_empty' }];
    const first = {
      ...made,
      conversation: { kind: 'new' as const, row: { ...made.conversation.row, start_warnings } },
    };
    await fixture().starts.write(first, within(LIMIT));
    const { owner_id, conversation_id } = first.task;
    const updated_at = now.toISOString();
    const again = aStart(owner_id);
    const sandbox_created_at = secondsAfterNoon(7);
    const row = { ...again.conversation.row, conversation_id, title: 'not written', sandbox_created_at, updated_at };
    const previous = first.conversation.row;

    await fixture().starts.write({ ...again, conversation: { kind: 'existing', row, previous } }, within(LIMIT));

    const { sandbox_id } = again.conversation.row;
    const found = await fixture().conversations.find(owner_id, conversation_id);
    const moved = { sandbox_id, sandbox_created_at, updated_at, start_warnings: [server] };
    expect(found).toMatchObject({ ...first.conversation.row, ...moved });
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
      const again = aStart(row.owner_id, { conversation: { kind: 'existing', row, previous: row } });

      await expect(fixture().starts.write(again, within(LIMIT))).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
      expect(await written(again)).toEqual([]);
    });

    it('writes nothing when the conversation to start again has moved to another sandbox', async () => {
      const first = aStart(anOwner());
      await fixture().starts.write(first, within(LIMIT));
      const { row } = first.conversation;
      const previous = { ...row, sandbox_id: 'another' };
      const again = aStart(row.owner_id, { conversation: { kind: 'existing', row, previous } });

      await expect(fixture().starts.write(again, within(LIMIT))).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
      expect(await written(again)).toEqual(['conversation']);
    });

    it('writes nothing when the conversation was started again since the read', async () => {
      const first = aStart(anOwner());
      await fixture().starts.write(first, within(LIMIT));
      const { row } = first.conversation;
      const previous = { ...row, start_task_id: 'an earlier one' };
      const again = aStart(row.owner_id, { conversation: { kind: 'existing', row, previous } });

      await expect(fixture().starts.write(again, within(LIMIT))).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
    });

    it('writes nothing when the parent is absent', async () => {
      const start = aStart(anOwner());
      const row = { ...start.conversation.row, parent_conversation_id: 'nobody' };
      const orphan: ConversationStart = { ...start, conversation: { kind: 'new', row } };

      await expect(fixture().starts.write(orphan, within(LIMIT))).rejects.toMatchObject({
        name: 'VersionConflictError',
      });
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

    it('writes nothing if the sandbox has changed', async () => {
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

interface EndedStartsFixture {
  readonly failed: EndedStarts;
  readonly starts: ConversationStarts;
  readonly sandboxes: SandboxStore;
  readonly addTask: (task: StartTask) => Promise<void>;
  readonly addConversation: (row: Conversation) => Promise<void>;
  readonly findTask: (ownerId: string, id: string) => Promise<StartTask | undefined>;
  readonly findConversation: (ownerId: string, id: string) => Promise<Conversation | undefined>;
}

const retried = new Date('2026-11-21T13:00:01.000Z');
const reason = 'There is no such branch.';

export function endedStartsSuite(fixture: () => EndedStartsFixture): void {
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

  it('writes the warnings of a start that succeeded into the conversation, and nothing else', async () => {
    const { task, found } = await aStart({ start_warnings: [] });
    const before = await found();
    const warnings = [{ code: 'setup_script_failed', message: 'It failed.', detail: 'no such file' }];

    await fixture().failed.write(task, advanced(task, later, { status: 'READY', warnings }));

    expect(await isOver(task)).toBe('READY');
    expect(await found()).toEqual({ ...before, start_warnings: warnings });
  });

  it('changes no conversation that another start took over, and restores no deleted one', async () => {
    const [other, gone] = [await aStart({ start_task_id: 'another' }), await aStart()];
    const warnings = [{ code: 'x', message: 'x', detail: null }];

    for (const { task, over } of [other, gone]) await fixture().failed.write(task, { ...over, warnings });

    expect([await isOver(other.task), await isOver(gone.task)]).toEqual(['ERROR', 'ERROR']);
    expect((await other.found())?.start_error ?? null).toBeNull();
    expect((await other.found())?.start_warnings ?? null).toBeNull();
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

    it('gets its time and the next version, and earlier readers lose the race', async () => {
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

    it('is idle at the usual time when a second conversation joins concurrently', async () => {
      const { started, fail, find, join } = await scene();

      await Promise.all([fail(), join()]);

      expect(await isOver(started)).toBe('ERROR');
      const after = await find();
      expect(after.conversation_count).toBe(2);
      expect(idleTimeOf(after)).toEqual({ from: later.toISOString(), minutes: after.idle_minutes });
    });

    it('is idle at the usual time when a resume that lost the race is repeated', async () => {
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
