import { describe, expect, it } from 'vitest';
import { advanced, type StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type {
  StartTaskOrder,
  StartTaskStore,
} from '../../../../shared/domain/conversations/start/task/start-task-store.ts';
import { anOwner, collect, failuresOf, secondsAfterNoon, walk } from '../../http/walk.ts';
import { aStartTask } from '../record/conversation-data.ts';

export interface StartTaskFixture {
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

  it('finds what was saved, and nothing of another owner', async () => {
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
        await add({ owner_id, detail, conversation_id: index % 2 === 0 ? 'even' : 'odd', ...times });
      }
    };
    const named = (tasks: readonly StartTask[]) => tasks.map(({ detail }) => detail).join('');

    it.each(orders)('follow %o page by page', async (order, expected) => {
      const owner_id = anOwner();
      await addFour(owner_id);

      const pages = await walk((after) => fixture().store.list(owner_id, {}, order, 3, after));

      expect(pages.map(named)).toEqual([expected.slice(0, 3), expected.slice(3)]);
    });

    it.each(orders)('filter by conversation and by time of creation in %o', async (order, expected) => {
      const owner_id = anOwner();
      await addFour(owner_id);
      const list = async (filter: { conversationId?: string; createdFrom?: string }) =>
        named((await fixture().store.list(owner_id, filter, order, 10, null)).items);
      const only = (names: string) => [...expected].filter((name) => names.includes(name)).join('');

      expect(await list({ conversationId: 'even' })).toBe(only('ac'));
      expect(await list({ createdFrom: secondsAfterNoon(1) })).toBe(only('bcd'));
      expect(await list({ conversationId: 'even', createdFrom: secondsAfterNoon(1) })).toBe(only('c'));
      expect(await list({ createdFrom: secondsAfterNoon(99) })).toBe('');
    });

    it('are counted with the same filters, for one owner', async () => {
      const owner_id = anOwner();
      await addFour(owner_id);
      const count = (filter: { conversationId?: string; createdFrom?: string }) =>
        fixture().store.count(owner_id, filter);

      expect(await count({})).toBe(4);
      expect(await count({ conversationId: 'even', createdFrom: secondsAfterNoon(1) })).toBe(1);
      expect(await count({ createdFrom: secondsAfterNoon(99) })).toBe(0);
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
