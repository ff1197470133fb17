import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach } from 'vitest';

type PathIn = (...parts: readonly string[]) => string;

const make = () => mkdtempSync(join(tmpdir(), 'acs-test-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });

/** A temporary folder for each test of a file or suite. @returns a function that makes paths in it */
export function folderOfTest(): PathIn {
  let folder = '';
  beforeEach(() => {
    folder = make();
  });
  afterEach(() => remove(folder));
  return (...parts) => join(folder, ...parts);
}

/** A temporary folder for all tests of a file or suite. @returns its path */
export function folderOfFile(): string {
  const folder = make();
  afterAll(() => remove(folder));
  return folder;
}
