import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** What a bench prints in its short form. @throws when it misses a bar, with the name of the bar */
async function shortForm(topic: string): Promise<string> {
  const program = join(import.meta.dirname, '../../bench', topic, 'main.ts');
  const { stdout } = await run(process.execPath, [program, '--short']).catch((failed: { stdout: string }) => {
    throw new Error(failed.stdout);
  });
  return stdout;
}

it.concurrent('each list and count reads as much of many rows as of few, or up to its bound', async () => {
  expect(await shortForm('rows')).toContain('Every bar is met.');
});

it.concurrent('events in batches take less each, and a long history no more than a short one', async () => {
  expect(await shortForm('ingest')).toContain('Every bar is met.');
});
