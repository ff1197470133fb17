import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a bench in a directory of its own, says which bars it missed, and fails for them. */
export async function runBench(bench: (directory: string) => Promise<readonly string[]>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const misses = await bench(directory);
    for (const miss of misses) console.log(`MISSED  ${miss}.`);
    if (misses.length === 0) console.log('Every bar is met.');
    process.exitCode = misses.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await rm(directory, { recursive: true });
  }
}
