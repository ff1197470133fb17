import { expect, it } from 'vitest';
import { compareEntries } from '../../../shared/domain/sandboxes/edge/compare-entries.ts';
import { type EdgeRow, nameRowId, TURN } from '../../../shared/domain/sandboxes/edge/edge-row.ts';
import { anAddress, edgeSandbox, edgeScene, type OpenRows } from './edge-scene.ts';

/** Tests of the writer: its calls, its turns, and a store that differs from the rows or refuses changes. */
export function edgeWriterSuite(open: OpenRows): void {
  const scene = () => edgeScene(open);

  it('removes an entry that the store never got, and one whose removal was not recorded', async () => {
    const { entries, write, shown, store, rows, A, B } = await scene();
    const [first, second, third] = [edgeSandbox(), edgeSandbox(), edgeSandbox()];
    await entries.take(first, A);
    await entries.take(second, B);
    await entries.take(third, anAddress());
    await write(second);
    await entries.leave(first);
    await entries.leave(second);
    store.values.delete(second.address_id);
    const before = await store.version();

    expect(await write(first, second, third)).toEqual(new Set());

    expect(Object.keys(shown())).toEqual([third.address_id]);
    const states = await rows.rows([first, second, third].map(({ address_id: id }) => id));
    expect(states.map(({ state }) => state).toSorted()).toEqual(['held', 'left', 'left']);
    // What was sent before comes too late.
    const late = { puts: [{ key: first.address_id, value: '{}' }], deletes: [] };
    expect(await store.update(before, late)).toEqual({ kind: 'changed' });
  });

  it('needs one call of the store for an update, whichever instance made the last one', async () => {
    const { entries, write, store, A } = await scene();
    const sandbox = edgeSandbox();
    await entries.take(sandbox, A);
    await write(sandbox);
    store.calls.length = 0;

    await entries.leave(sandbox);
    await write(sandbox);
    expect(store.calls).toEqual(['update']);

    // Another program changes the store.
    await store.update(await store.version(), { puts: [], deletes: [] });
    store.calls.length = 0;
    await entries.take({ ...sandbox, generation: sandbox.generation + 1 }, A);
    await write(sandbox);
    expect(store.calls).toEqual(['update', 'version', 'update']);
  });

  it('waits while another writer has its turn, and no longer than a turn lasts', async () => {
    const { clock, rows, entries, write, shown, A } = await scene();
    const sandbox = edgeSandbox();
    await entries.take(sandbox, A);
    expect(await rows.takeTurn()).toBeDefined();
    expect(await rows.takeTurn()).toBeUndefined();
    const begun = clock.now().getTime();

    expect(await write(sandbox)).toEqual(new Set());

    expect(shown()).toEqual({ [sandbox.address_id]: A });
    expect(clock.now().getTime() - begun).toBeGreaterThanOrEqual(TURN);
    expect(clock.now().getTime() - begun).toBeLessThan(TURN + 1_000);
    await rows.takeTurn();
    await rows.endTurn();
    expect(await rows.takeTurn()).toMatchObject({ changed_at: clock.now().getTime() });
    await rows.endTurn();
  });

  it('keeps no entry of a sandbox that the store has no room for, and writes it once there is', async () => {
    const { entries, write, shown, store, rows, A, B } = await scene();
    const [first, second] = [edgeSandbox(), edgeSandbox()];
    await entries.take(first, A);
    await write(first);
    await entries.take(second, B);
    await entries.refresh({ ...first, version: first.version + 1, edge_key_hash: 'longer'.repeat(10) });
    store.room = [...store.values].reduce((sum, [key, value]) => sum + key.length + value.length, 0);

    await write(first, second);

    const overflowed = await rows.rows([first.address_id, second.address_id]);
    const full = overflowed.filter(({ overflow }) => overflow).map(({ entry_id: id }) => id.slice(5));
    expect(full).not.toEqual([]);
    for (const id of full) expect(shown()).not.toHaveProperty(id);
    expect(Object.keys(shown())).toHaveLength(2 - full.length);
    expect(overflowed.map(({ write: asked }) => asked)).toEqual([undefined, undefined]);

    await entries.leave(first);
    await entries.leave(second);
    await write(first, second);
    expect(shown()).toEqual({});
  });

  it('is compared with the whole store, which then loses strays and gets what it lacks', async () => {
    const { clock, rows, entries, write, shown, store, A, B } = await scene();
    const [first, second] = [edgeSandbox(), edgeSandbox()];
    await entries.take(first, A);
    await entries.take(second, B);
    await write(first, second);
    const work = {
      rows: (ids: readonly string[]) => rows.rows(ids),
      compared: (at: Date) => rows.compared(at),
      add: (row: EdgeRow) => rows.add(row),
      change: (read: EdgeRow, change: Partial<EdgeRow>) => rows.change(read, change),
      // A table of all tests has rows of others.
      async *live() {
        for await (const page of rows.live())
          yield page.filter(({ entry_id: id }) => [first, second].some((one) => id === nameRowId(one.address_id)));
      },
    };
    const compare = () => compareEntries({ store, work, now: clock.now });
    expect(await compare()).toBe(0);

    const stray = edgeSandbox();
    store.values.set(stray.address_id, store.values.get(first.address_id) ?? '');
    store.values.delete(second.address_id);
    expect(await compare()).toBe(2);
    await write(first, second, stray);

    expect(shown()).toEqual({ [first.address_id]: A, [second.address_id]: B });
    expect(await compare()).toBe(0);
  });
}
