import { describe, expect, it } from 'vitest';
import type { SettledSums, SettledSumsStore } from '../../../shared/domain/billing/usage/settled-sums.ts';
import { anOwner } from '../http/walk.ts';

export interface SettledSumsFixture {
  readonly sums: SettledSumsStore;
  countLateEntry(ownerId: string): Promise<void>;
}

export function settledSumsSuite(fixture: () => SettledSumsFixture): void {
  const upTo = (settledTo: string): SettledSums => ({
    month: '2026-11',
    pricedBy: 'a1',
    settledTo,
    sums: new Map([
      ['key-1', { cost: 10n ** 30n + 1n, runningMs: 3n }],
      [null, { cost: 0n, runningMs: 0n }],
    ]),
  });

  describe('settled sums', () => {
    it('are none before anything is saved', async () => {
      expect(await fixture().sums.find(anOwner())).toEqual({ lateEntries: 0, settled: null });
    });

    it('are found as they were saved, to the last digit', async () => {
      const { sums } = fixture();
      const owner = anOwner();

      expect(await sums.save(owner, await sums.find(owner), upTo('one'))).toBe(true);

      expect(await sums.find(owner)).toEqual({ lateEntries: 0, settled: upTo('one') });
      expect((await sums.find(anOwner())).settled).toBeNull();
    });

    it('are gone after a late entry, and may be saved anew', async () => {
      const { sums, countLateEntry } = fixture();
      const owner = anOwner();
      await sums.save(owner, await sums.find(owner), upTo('one'));

      await countLateEntry(owner);

      const seen = await sums.find(owner);
      expect(seen).toEqual({ lateEntries: 1, settled: null });
      expect(await sums.save(owner, seen, upTo('two'))).toBe(true);
      expect(await sums.find(owner)).toEqual({ lateEntries: 1, settled: upTo('two') });
    });

    it('are not saved when a late entry came after the ledger was read', async () => {
      const { sums, countLateEntry } = fixture();
      const owner = anOwner();
      const seen = await sums.find(owner);
      await countLateEntry(owner);

      expect(await sums.save(owner, seen, upTo('one'))).toBe(false);
      expect(await sums.find(owner)).toEqual({ lateEntries: 1, settled: null });
    });

    it('of one of two concurrent settlements that went on from the same sums are saved', async () => {
      const { sums } = fixture();
      const owner = anOwner();
      await sums.save(owner, await sums.find(owner), upTo('one'));
      const seen = await sums.find(owner);

      const saved = await Promise.all(['two', 'three'].map((to) => sums.save(owner, seen, upTo(to))));

      expect(saved.toSorted()).toEqual([false, true]);
    });
  });
}
