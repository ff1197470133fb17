import { describe, expect, it } from 'vitest';
import { statsOf } from '../../../../../console/src/pages/overview/starts-today.tsx';

const created_at = '2026-11-24T10:00:00.000Z';
const task = (status: 'READY' | 'ERROR' | 'WORKING', seconds: number) => ({
  status,
  created_at,
  updated_at: new Date(Date.parse(created_at) + seconds * 1000).toISOString(),
});

describe('How starts went', () => {
  it('counts them by their end, and times those that are ready', () => {
    const stats = statsOf([
      task('READY', 9),
      task('ERROR', 500),
      task('READY', 3),
      task('WORKING', 1),
      task('READY', 5),
    ]);
    expect(stats).toEqual({ all: 5, ready: 3, failed: 1, underWay: 1, median: 5_000, slowest: 9_000 });
  });

  it('takes the mean of the two in the middle', () => {
    expect(statsOf([task('READY', 2), task('READY', 4)]).median).toBe(3_000);
  });

  it('has no times where nothing is ready', () => {
    expect(statsOf([task('ERROR', 2)])).toMatchObject({ median: undefined, slowest: undefined });
  });
});
