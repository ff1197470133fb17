import { expect, it } from 'vitest';
import { shortMissesOf } from '../../bench/local/bars.ts';
import { figuresOf } from '../../bench/local/figures.ts';
import { measureService } from '../../bench/local/measures.ts';
import { readOptions } from '../../bench/local/options.ts';

it('the local service is not grossly slower, as a multiple of a plain server, than it has been', async () => {
  const figures = figuresOf(await measureService(readOptions(['--short']), () => undefined));
  expect(shortMissesOf(figures)).toEqual([]);
});
