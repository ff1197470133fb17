import { expect, it } from 'vitest';
import { anAddress, edgeSandbox, edgeScene, type OpenRows } from './edge-scene.ts';

/** Tests of claims, and of what the store gets of them. */
export function edgeEntriesSuite(open: OpenRows): void {
  const scene = () => edgeScene(open);

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

  it('gives a sandbox its next address at once, and the former one to others once the store has the next', async () => {
    const { clock, entries, write, shown, A, B } = await scene();
    const first = edgeSandbox({ generation: 1 });
    const next = { ...first, generation: 2, version: first.version + 5 };
    const other = edgeSandbox();
    await entries.take(first, A);
    await write(first);
    await entries.leave(first);
    clock.advance(0.001);

    expect(await entries.take(next, B)).toBe('taken');
    expect(await entries.take(other, A)).toBe('waiting');
    await entries.refresh({ ...next, version: next.version + 1, edge_key_hash: 'rotated' });
    clock.advance(60);
    expect(await entries.take(other, A)).toBe('waiting');
    await write(next);
    expect(shown()).toEqual({ [first.address_id]: B });
    expect(await entries.take(other, A)).toBe('waiting');
    clock.advance(10);
    expect(await entries.take(other, A)).toBe('taken');

    expect(await entries.take(first, A)).toBe('waiting');
    await entries.leave(first);
    await entries.refresh({ ...first, version: 99 });
    await write(first, other);
    expect(shown()).toEqual({ [first.address_id]: B, [other.address_id]: A });
  });

  it('frees all addresses of a sandbox that was resumed while the store was not written', async () => {
    const { clock, entries, write, shown, rows, A, B } = await scene();
    const sandbox = edgeSandbox({ generation: 1 });
    await entries.take(sandbox, A);
    await write(sandbox);
    await entries.leave(sandbox);
    expect(await entries.take({ ...sandbox, generation: 2 }, B)).toBe('taken');
    await entries.leave({ ...sandbox, generation: 2 });
    expect(await entries.take({ ...sandbox, generation: 3 }, A)).toBe('taken');
    expect((await rows.find(sandbox.address_id))?.former_addresses).toEqual([B]);
    await entries.leave({ ...sandbox, generation: 3 });
    await write(sandbox);
    clock.advance(10);

    expect(shown()).toEqual({});
    expect((await rows.find(sandbox.address_id))?.former_addresses).toBeUndefined();
    expect(await entries.take(edgeSandbox(), A)).toBe('taken');
    expect(await entries.take(edgeSandbox(), B)).toBe('taken');
  });

  it('asks the writer again while a sandbox waits for an address', async () => {
    const { clock, entries, rows, A } = await scene();
    const [first, second] = [edgeSandbox(), edgeSandbox()];
    await entries.take(first, A);
    await entries.leave(first);
    const askedAt = clock.now().getTime();
    const remindedAt = async () => (await rows.find(first.address_id))?.reminded_at;

    clock.advance(9);
    await entries.take(second, A);
    expect(await remindedAt()).toBeUndefined();
    clock.advance(1);
    await entries.take(second, A);
    clock.advance(9);
    await entries.take(second, A);

    expect(await remindedAt()).toBe(askedAt + 10_000);
  });

  it('makes a sandbox wait that was resumed very often while the store was not written', async () => {
    const { entries, write } = await scene();
    const sandbox = edgeSandbox({ generation: 1 });
    const results: string[] = [];
    for (let generation = 1; generation <= 23; generation += 1)
      results.push(await entries.take({ ...sandbox, generation }, anAddress()));

    expect(results).toEqual([...Array(21).fill('taken'), 'waiting', 'waiting']);
    await write(sandbox);
    expect(await entries.take({ ...sandbox, generation: 24 }, anAddress())).toBe('taken');
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
}
