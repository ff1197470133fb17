import { describe, expect, it } from 'vitest';
import { SweepMovedError, type SweepProgress } from '../../../shared/domain/maintenance/sweep-progress.ts';
import { newId } from '../../../shared/platform/ids.ts';

/** Tests of the port. Stores keep their rows between tests, so each test uses different parts. */
export function sweepProgressSuite(progressOf: () => SweepProgress): void {
  const aPart = () => ({ part: `part-${newId(new Date())}`, after: 'x', completed_at: null, version: 1 });

  describe('progress of sweeps', () => {
    it('is read as it was written last', async () => {
      const progress = progressOf();
      const first = aPart();
      const next = { ...first, after: null, completed_at: '2026-11-21T12:00:00.000Z', version: 2 };
      await progress.save(undefined, first);
      await progress.save(first, next);

      expect((await progress.all()).get(first.part)).toEqual(next);
    });

    it('stays as the faster of two runs wrote it', async () => {
      const progress = progressOf();
      const first = aPart();
      const faster = { ...first, after: 'y', version: 2 };
      await progress.save(undefined, first);
      await progress.save(first, faster);

      await expect(progress.save(first, { ...first, after: 'b', version: 2 })).rejects.toThrow(SweepMovedError);
      await expect(progress.save(undefined, first)).rejects.toThrow(SweepMovedError);
      expect((await progress.all()).get(first.part)).toEqual(faster);
    });
  });
}
