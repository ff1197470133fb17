import { expect, it } from 'vitest';
import { type EdgeStore, MOST_CHANGES } from '../../../shared/domain/sandboxes/edge/edge-store.ts';

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
