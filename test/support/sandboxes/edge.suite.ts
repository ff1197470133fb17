import { expect, it } from 'vitest';
import { ClaimedEntries } from '../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import { compareEntries } from '../../../shared/domain/sandboxes/edge/compare-entries.ts';
import type { EdgeSandbox } from '../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { type EdgeRow, nameRowId, TURN } from '../../../shared/domain/sandboxes/edge/edge-row.ts';
import type { EdgeRows, EdgeWork, LiveRows } from '../../../shared/domain/sandboxes/edge/edge-rows.ts';
import { type EdgeStore, MOST_CHANGES } from '../../../shared/domain/sandboxes/edge/edge-store.ts';
import { EntryWriter } from '../../../shared/domain/sandboxes/edge/write-entries.ts';
import { newAddressId } from '../../../shared/domain/sandboxes/ingress/name.ts';
import type { Clock } from '../../../shared/platform/clock.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { MemoryEdgeStore } from './memory-edge.ts';
import { aSandbox } from './sandbox-data.ts';

/** Tests of the port. @param open returns a store without entries of sandboxes */
export function edgeStoreSuite(open: () => Promise<EdgeStore>): void {
  const put = (key: string, value = '{}') => ({ puts: [{ key, value }], deletes: [] });
  const all = async (store: EdgeStore) => {
    const found: (readonly [string, string])[] = [];
    for await (const page of store.entries()) found.push(...page.map(({ key, value }) => [key, value] as const));
    return Object.fromEntries(found);
  };
  const done = (outcome: { kind: string; version?: string }) => {
    expect(outcome.kind).toBe('done');
    return outcome.version ?? '';
  };

  it('makes a new version with each update, even with one that changes nothing', async () => {
    const store = await open();
    const first = await store.version();
    const second = done(await store.update(first, put('one')));
    const third = done(await store.update(second, { puts: [], deletes: [] }));

    expect(new Set([first, second, third]).size).toBe(3);
    expect(await store.version()).toBe(third);
    expect(await store.update(second, put('two'))).toEqual({ kind: 'changed' });
    expect(await all(store)).toEqual({ one: '{}' });
  });

  it('makes all changes of an update or none', async () => {
    const store = await open();
    const version = done(await store.update(await store.version(), put('old')));

    const refused = await store.update(version, { puts: [{ key: 'new', value: '1' }], deletes: ['old', 'none'] });
    expect(refused).toEqual({ kind: 'absent' });
    expect(await store.update(version, put('large', 'x'.repeat(1025)))).toEqual({ kind: 'refused' });
    expect(await all(store)).toEqual({ old: '{}' });

    done(await store.update(version, { puts: [{ key: 'new', value: '1' }], deletes: ['old'] }));
    expect(await all(store)).toEqual({ new: '1' });
  });

  it('takes the most changes at once, and lists them all', async () => {
    const store = await open();
    const keys = Array.from({ length: MOST_CHANGES }, (_, at) => `key-${at}`);
    const version = await store.version();

    const next = done(await store.update(version, { puts: keys.map((key) => ({ key, value: key })), deletes: [] }));
    done(await store.update(next, { puts: keys.map((key) => ({ key: `${key}x`, value: key })), deletes: [] }));

    expect(Object.keys(await all(store))).toHaveLength(2 * MOST_CHANGES);
  });
}

/** All rows of entries. */
export type EdgeScene = EdgeRows & EdgeWork & LiveRows;

/** The tests of a suite can share a table, so each has addresses of its own. */
let given = 0;

function anAddress(): string {
  given += 1;
  return `198.51.${Math.floor(given / 200)}.${given % 200}`;
}

function edgeSandbox(overrides: Partial<EdgeSandbox> = {}): EdgeSandbox {
  return { ...aSandbox({ address_id: newAddressId() }), ...overrides };
}

/** Tests of claims and of the writer on rows. @param open returns rows whose time is this clock's */
export function edgeEntriesSuite(open: (now: Clock) => Promise<EdgeScene>): void {
  async function scene() {
    const clock = new SettableClock();
    const rows = await open(clock.now);
    const store = new MemoryEdgeStore();
    const entries = new ClaimedEntries(rows, clock.now);
    const writer = () =>
      new EntryWriter({
        store,
        work: rows,
        now: clock.now,
        random: () => 0,
        pause: async (time) => clock.advance(time / 1000),
      });
    const write = (...sandboxes: readonly EdgeSandbox[]) =>
      writer().write(
        sandboxes.map(({ address_id: id }) => id),
        new Date(clock.now().getTime() + 60_000),
      );
    const shown = () =>
      Object.fromEntries([...store.values].map(([key, value]) => [key, (JSON.parse(value) as { a: string }).a]));
    return { clock, rows, store, entries, write, shown, A: anAddress(), B: anAddress() };
  }

  it('brings the entry of a sandbox to the store, and takes it away', async () => {
    const { rows, entries, write, shown, store, A } = await scene();
    const sandbox = edgeSandbox({ edge_key_hash: 'h' });
    const end = Math.floor(Date.parse(sandbox.deadline_at) / 1000) + 900;

    expect(await entries.take(sandbox, A)).toBe('taken');
    expect(await entries.take(sandbox, A)).toBe('taken');
    expect(await write(sandbox)).toEqual(new Set());
    expect(JSON.parse(store.values.get(sandbox.address_id) ?? '')).toEqual({
      a: A,
      g: sandbox.generation,
      e: end,
      k: 'h',
    });
    expect(await rows.find(sandbox.address_id)).toMatchObject({ state: 'held', version: 1, written: 1 });
    await entries.leave(sandbox);
    await entries.leave(sandbox);
    await write(sandbox);

    expect(shown()).toEqual({});
    const row = await rows.find(sandbox.address_id);
    expect(row).toMatchObject({ state: 'left', generation: sandbox.generation });
    expect([row?.write, row?.value, row?.live]).toEqual([undefined, undefined, undefined]);
  });

  it('gives an address to the next sandbox only after no edge can have the old entry', async () => {
    const { clock, entries, write, shown, A } = await scene();
    const [first, second] = [edgeSandbox(), edgeSandbox()];
    await entries.take(first, A);
    await write(first);
    await entries.leave(first);
    clock.advance(0.001);

    expect(await entries.take(second, A)).toBe('waiting');
    await write(first);
    expect(await entries.take(second, A)).toBe('waiting');
    clock.advance(9.999);
    expect(await entries.take(second, A)).toBe('waiting');
    clock.advance(0.001);
    expect(await entries.take(second, A)).toBe('taken');
    await write(first, second);

    expect(shown()).toEqual({ [second.address_id]: A });
  });

  it('removes the entry of a sandbox whose task has ended when another has its address', async () => {
    const { clock, entries, write, shown, A } = await scene();
    const [first, second] = [edgeSandbox(), edgeSandbox()];
    await entries.take(first, A);
    await write(first);
    clock.advance(0.001);

    expect(await entries.take(second, A)).toBe('waiting');
    await write(first);
    expect(shown()).toEqual({});
    clock.advance(10);
    expect(await entries.take(second, A)).toBe('taken');
    await write(second);

    expect(shown()).toEqual({ [second.address_id]: A });
    // A worker of the first one that hung since it saw the address changes nothing.
    expect(await entries.take(first, A, new Date(clock.now().getTime() - 20_000))).toBe('waiting');
    await write(first, second);
    expect(shown()).toEqual({ [second.address_id]: A });
  });

  it('waits for the removal of an older entry of the same sandbox', async () => {
    const { clock, entries, write, shown, A, B } = await scene();
    const first = edgeSandbox({ generation: 1 });
    const next = { ...first, generation: 2, version: first.version + 5 };
    await entries.take(first, A);
    await write(first);

    expect(await entries.take(next, B)).toBe('waiting');
    await write(next);
    expect(await entries.take(next, B)).toBe('taken');
    await write(next);
    expect(shown()).toEqual({ [first.address_id]: B });

    expect(await entries.take(first, A)).toBe('waiting');
    await entries.leave(first);
    await entries.refresh({ ...first, version: 99 });
    clock.advance(0.001);
    await write(first);
    expect(shown()).toEqual({ [first.address_id]: B });
  });

  it('gives a sandbox its own address again at once', async () => {
    const { entries, write, shown, A } = await scene();
    const first = edgeSandbox({ generation: 1 });
    await entries.take(first, A);
    await write(first);
    await entries.leave(first);
    await write(first);

    expect(await entries.take({ ...first, generation: 2 }, A)).toBe('taken');
    await write(first);
    expect(shown()).toEqual({ [first.address_id]: A });
  });

  it('refuses an address that was seen before the generation was asked to leave', async () => {
    const { clock, entries, write, shown, A } = await scene();
    const sandbox = edgeSandbox();
    const seenAt = clock.now();
    await entries.leave(sandbox);

    expect(await entries.take(sandbox, A, seenAt)).toBe('waiting');
    clock.advance(0.001);
    expect(await entries.take(sandbox, A)).toBe('taken');
    await write(sandbox);
    await entries.leave(sandbox);
    await write(sandbox);
    expect(await entries.take(sandbox, A, seenAt)).toBe('waiting');
    expect(shown()).toEqual({});
  });

  it('writes the entry of the newest row, in whatever order the changes come', async () => {
    const { entries, write, store, A } = await scene();
    const sandbox = edgeSandbox({ version: 3 });
    const hash = () => (JSON.parse(store.values.get(sandbox.address_id) ?? '{}') as { k?: string }).k;
    await entries.refresh({ ...sandbox, version: 1, edge_key_hash: 'early' });
    await entries.take(sandbox, A);
    await write(sandbox);
    expect(hash()).toBeUndefined();

    await entries.refresh({ ...sandbox, version: 5, edge_key_hash: 'five' });
    await entries.refresh({ ...sandbox, version: 6, edge_key_hash: 'five' });
    await entries.refresh({ ...sandbox, version: 4, edge_key_hash: 'four' });
    await entries.take({ ...sandbox, version: 4, edge_key_hash: 'four' }, A);
    await write(sandbox);

    expect(hash()).toBe('five');
  });

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
