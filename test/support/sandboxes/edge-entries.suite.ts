import { expect, it } from 'vitest';
import { edgeSandbox, edgeScene, type OpenRows } from './edge-scene.ts';

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
}
