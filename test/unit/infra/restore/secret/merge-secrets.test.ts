import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSecrets } from '../../../../../infra/restore/secret/merge-secrets.ts';

describe('an earlier version of the master secret', () => {
  it('brings back the keys that the current one lacks, and leaves the rest', () => {
    const merge = mergeSecrets({ current: 'k3', k3: 'c' }, { current: 'k2', k1: 'a', k2: 'b' });

    expect(merge).toEqual({
      next: { current: 'k3', k1: 'a', k2: 'b', k3: 'c' },
      restored: ['k1', 'k2'],
      displaced: [],
    });
  });

  it('wins where an id has two values, and the later value is kept under another id', () => {
    const merge = mergeSecrets({ current: 'k1', k1: 'new' }, { current: 'k1', k1: 'old', k2: 'b' });

    expect(merge.next).toEqual({ current: 'k1', k1: 'old', k2: 'b', k3: 'new' });
    expect(merge).toMatchObject({ restored: ['k2'], displaced: [{ id: 'k1', kept_as: 'k3' }] });
  });

  it('is taken whole when the current one is no master secret', () => {
    const earlier = { current: 'k2', k1: 'a', k2: 'b' };

    expect(mergeSecrets(undefined, earlier).next).toEqual(earlier);
    expect(mergeSecrets({ current: 'k9' }, earlier).next).toEqual(earlier);
  });

  it('loses no key of either version, gives every id of the earlier one its value, and changes nothing twice', async () => {
    const keys = fc.dictionary(fc.constantFrom('k1', 'k2', 'k3', 'k4'), fc.constantFrom('a', 'b', 'c', 'd'), {
      minKeys: 1,
    });
    const secret = fc.tuple(keys, fc.nat()).map(([ids, pick]) => {
      const names = Object.keys(ids);
      return { ...ids, current: names[pick % names.length] ?? '' };
    });
    const values = ({ current: _, ...ids }: { readonly current: string }) => Object.values<string>(ids);

    await fc.assert(
      fc.property(secret, secret, (present, earlier) => {
        const { next } = mergeSecrets(present, earlier);

        expect(values(next)).toEqual(expect.arrayContaining([...values(present), ...values(earlier)]));
        const { current: _current, ...ids } = earlier;
        expect(next).toMatchObject(ids);
        expect(next[next.current]).toBeDefined();
        expect(mergeSecrets(next, earlier).next).toEqual(next);
      }),
    );
  });
});
