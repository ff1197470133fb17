import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Runs a bench in its short form. @returns its output @throws when it misses a bar */
async function shortForm(topic: string): Promise<string> {
  const program = join(import.meta.dirname, '../../bench', topic, 'main.ts');
  const { stdout } = await run(process.execPath, [program, '--short']).catch((failed: { stdout: string }) => {
    throw new Error(failed.stdout);
  });
  return stdout;
}

it.concurrent('each list and count reads as much with many rows as with few, or up to its bound', {
  timeout: 300_000,
}, async () => {
  expect(await shortForm('rows')).toContain('Every bar is met.');
});

it.concurrent('events in batches write fewer units each, and no more with a long history than with a short one', {
  timeout: 300_000,
}, async () => {
  expect(await shortForm('ingest')).toContain('Every bar is met.');
});
