import { expect, it } from 'vitest';
import { OutputReader } from '../../../../shared/domain/commands/output-reader.ts';

it('goes to the newest output when the oldest is gone before it is read', async () => {
  let written = 0;
  // Each look at the index finds other segments.
  const read = async (name: string) => {
    if (name === 'stdout.index') {
      written += 40_000_000;
      return Buffer.from(`${written} ${written + 4_000_000} ${written + 8_000_000}`);
    }
    return name === `stdout.${written + 8_000_000}` ? Buffer.from('newest') : undefined;
  };
  const reader = new OutputReader({ read }, 'stdout', { at: 0, isTerminal: false });

  expect(await reader.next()).toEqual({ cut: 40_000_000 });
  expect(await reader.next()).toEqual({ cut: 48_000_000 });
  expect(await reader.next()).toEqual({ bytes: Buffer.from('newest') });
});
