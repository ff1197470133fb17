import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSecrets } from '../../../../../infra/restore/secret/restore-secret.ts';
import {
  acceptedKeys,
  acceptedNameKeys,
  DerivedIngressKeys,
} from '../../../../../shared/domain/sandboxes/ingress/ingress-keys.ts';

describe('an earlier version of the master secret', () => {
  it('restores the keys that the current version lacks, and keeps the rest', () => {
    const merge = mergeSecrets({ current: 'k3', k3: 'c' }, { current: 'k2', k1: 'a', k2: 'b' });

    expect(merge).toEqual({
      next: { current: 'k3', k1: 'a', k2: 'b', k3: 'c' },
      restored: ['k1', 'k2'],
      displaced: [],
    });
  });

  it('wins if an id has two values, and the later value moves to another id', () => {
    const merge = mergeSecrets({ current: 'k1', k1: 'new' }, { current: 'k1', k1: 'old', k2: 'b' });

    expect(merge.next).toMatchObject({ current: 'k1', k1: 'old', k2: 'b', k3: 'new' });
    expect(merge).toMatchObject({ restored: ['k2'], displaced: [{ id: 'k1', kept_as: 'k3' }] });
  });

  it('is used entirely if the current version is not a master secret', () => {
    const earlier = { current: 'k2', k1: 'a', k2: 'b' };

    expect(mergeSecrets(undefined, earlier).next).toEqual(earlier);
    expect(mergeSecrets({ current: 'k9' }, earlier).next).toEqual(earlier);
  });

  const generations = (...masters: string[]) =>
    JSON.stringify(masters.map((master, at) => ({ number: at + 1, master, from: at })));

  it('leaves the ingress keys that the edge has, whichever id their master keys get', () => {
    const ingress = generations('k1', 'k2');
    const present = { current: 'k2', k1: 'new', k2: 'b', ingress };
    const earlier = { current: 'k1', k1: 'old', ingress: generations('k1') };
    const later = new Date(1_000_000);

    const merge = mergeSecrets(present, earlier);

    expect(acceptedKeys(merge.next, later)).toEqual(acceptedKeys(present, later));
    expect(mergeSecrets({ current: 'k1', k1: 'new' }, earlier).next.ingress).toBe(
      JSON.stringify([{ number: 1, master: 'k2', from: 0 }]),
    );
    expect(merge.restored).toEqual([]);
    expect(merge.displaced).toEqual([{ id: 'k1', kept_as: 'k3' }]);
    expect(mergeSecrets(merge.next, earlier).next).toEqual(merge.next);
  });

  it('leaves the keys of names and their ends, so that lasting addresses stay as they are', async () => {
    const now = new Date(1_000_000_000);
    const ingress = JSON.stringify([
      { number: 1, master: 'k1', from: 0, until: 2_000, names_until: 2_000_000 },
      { number: 2, master: 'k1', from: 10, until: 3_000 },
      { number: 3, master: 'k2', from: 20 },
    ]);
    const present = { current: 'k2', k1: 'new', k2: 'b', ingress };
    const { next } = mergeSecrets(present, { current: 'k1', k1: 'old', ingress: generations('k1') });
    const signer = (secret: typeof next) =>
      new DerivedIngressKeys({ secret: async () => secret }, () => now).forNames();

    expect(acceptedNameKeys(next, now)).toEqual(acceptedNameKeys(present, now));
    expect(acceptedNameKeys(next, now).map(({ number, until }) => [number, until])).toEqual([
      [1, 2_000_000],
      [2, undefined],
    ]);
    expect(await signer(next)).toEqual(await signer(present));
    expect(await signer(next)).toMatchObject({ number: 2 });
  });

  it('restores the list of ingress keys if the current one is damaged or lost with the secret', () => {
    const earlier = { current: 'k1', k1: 'a', ingress: generations('k1', 'k1') };

    expect(mergeSecrets({ current: 'k1', k1: 'a', ingress: 'damaged' }, earlier).next).toEqual(earlier);
    expect(mergeSecrets({ current: 'k1', k1: 'a', ingress: 'damaged' }, { current: 'k1', k1: 'a' }).next).toEqual({
      current: 'k1',
      k1: 'a',
    });
    expect(mergeSecrets(undefined, earlier).next).toEqual(earlier);
  });

  it("loses no key of either version, keeps the earlier version's values, and is idempotent", async () => {
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
