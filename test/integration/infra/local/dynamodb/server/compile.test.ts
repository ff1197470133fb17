import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compileServer } from '../../../../../../infra/local/dynamodb/server/compile.ts';
import { folderOfFile } from '../../../../../support/temporary-folder.ts';

const run = promisify(execFile);
const folder = folderOfFile();
const COMMITTED = resolve(import.meta.dirname, '../../../../../../infra/local/dynamodb/server/DynamoDbServer.class');

/** Whether a compiler is installed. The service needs only a JRE. */
const javac = await run('javac', ['-version']).then(
  () => true,
  () => false,
);

it.skipIf(!javac)('the committed class of the database server matches its source', { timeout: 60_000 }, async () => {
  await compileServer(folder);
  const compiled = join(folder, 'DynamoDbServer.class');
  const [found, wanted] = await Promise.all([readFile(COMMITTED), readFile(compiled)]);
  // Another compiler can order its constants differently.
  const isSame = found.equals(wanted) || (await disassembled(COMMITTED)) === (await disassembled(compiled));
  expect(isSame, 'run `npm run engine-class`').toBe(true);
});

/** Disassembles a class without the numbers of its constants, whose order depends on the compiler. */
async function disassembled(file: string): Promise<string> {
  const { stdout } = await run('javap', ['-private', '-c', '-constants', file]);
  return stdout.replaceAll(/#\d+(, +\d+)?/g, '#');
}
