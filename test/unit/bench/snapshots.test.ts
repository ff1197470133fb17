import { describe, expect, it, vi } from 'vitest';
import { paceOf } from '../../bench/snapshots/snapshot-pace.ts';

vi.spyOn(console, 'warn').mockReturnValue();

const quota = { ofVolume: 5, ofAccount: 4, perSecond: 2, inRegion: 1_000 };
const usual = { snapshots: 24, sandboxes: 24, quota, copySeconds: 60, workers: 5 };

describe('bench:snapshots', () => {
  it('takes every snapshot under the quotas of EC2, which are never exceeded', async () => {
    const pace = await paceOf(usual);

    expect(pace).toMatchObject({ ready: 24, failed: 0, lost: 0, most: { ofAccount: 4 } });
    expect(pace.refusals.get('PendingSnapshotLimitExceeded')).toBeGreaterThan(0);
    expect(pace.requests).toBe(24 + [...pace.refusals.values()].reduce((sum, count) => sum + count, 0));
    // Six rounds of a minute, at best.
    expect(Math.max(...pace.seconds)).toBeGreaterThanOrEqual(6 * 60);
  });

  it('takes those of one disk in turns', async () => {
    const pace = await paceOf({ ...usual, sandboxes: 1, quota: { ...quota, ofAccount: 100 } });

    expect(pace).toMatchObject({ ready: 24, failed: 0, lost: 0, most: { ofVolume: 5 } });
    expect(pace.refusals.get('ConcurrentSnapshotLimitExceeded')).toBeGreaterThan(0);
  });

  it('says which failed when the Region is full, and leaves none without an end', async () => {
    const pace = await paceOf({ ...usual, quota: { ...quota, inRegion: 10 } });

    expect(pace).toMatchObject({ ready: 10, failed: 14, lost: 0 });
  });
});
