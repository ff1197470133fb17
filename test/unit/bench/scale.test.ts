import { expect, it, vi } from 'vitest';
import { measureScale, scaleMisses, sizes } from '../../bench/scale/measure-scale.ts';

it('a thousand sandboxes on a simulated AWS with its limits meet every bar', async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  const measured: string[] = [];

  const figures = await measureScale(sizes.short, (done) => void measured.push(done));

  expect(scaleMisses(figures)).toEqual([]);
  const { bursts, sweeps, entries } = sizes.short;
  expect(measured).toHaveLength(bursts.length + sweeps.length + figures.recoveries.length + entries.length);
}, 240_000);
