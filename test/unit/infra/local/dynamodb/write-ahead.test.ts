import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { beginWithLog } from '../../../../../infra/local/dynamodb/engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'write-ahead-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a new database is an empty one of SQLite whose header names the write-ahead log', async () => {
  const path = join(folder, 'new.db');
  await beginWithLog(path);

  const content = readFileSync(path);
  expect(content.toString('latin1', 0, 16)).toBe('SQLite format 3\0');
  // How it is written and how it is read: 1 with a journal, 2 with a log.
  expect([content[18], content[19]]).toEqual([2, 2]);
  // The first page holds the root of the list of tables: a leaf without entries.
  expect([content[100], content.readUInt16BE(103)]).toEqual([0x0d, 0]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a database that is there stays as it is', async () => {
  const path = join(folder, 'old.db');
  writeFileSync(path, 'rows of a person');
  await beginWithLog(path);

  expect(readFileSync(path, 'utf8')).toBe('rows of a person');
});
