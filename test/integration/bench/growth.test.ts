import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Runs a bench in its short form. @returns its output @throws when it fails or misses a bar, with all its output */
async function shortForm(topic: string): Promise<string> {
  const program = join(import.meta.dirname, '../../bench', topic, 'main.ts');
  const ran = run(process.execPath, [program, '--short']);
  const { stdout } = await ran.catch(({ code, signal, stdout, stderr }) => {
    throw new Error(`The bench ended with ${signal ?? code}.\n${stdout}\n${stderr}`);
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
