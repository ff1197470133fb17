import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compileServer } from '../../../../../../infra/local/dynamodb/server/compile.ts';

const run = promisify(execFile);
const COMMITTED = resolve(import.meta.dirname, '../../../../../../infra/local/dynamodb/server/DynamoDbServer.class');

/** Whether a compiler is installed: a JRE is enough to run the service, and has none. */
const javac = await run('javac', ['-version']).then(
  () => true,
  () => false,
);

it.skipIf(!javac)('the class of the database server is what its source compiles to', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engine-class-'));
  try {
    await compileServer(folder);
    const compiled = join(folder, 'DynamoDbServer.class');
    const [found, wanted] = await Promise.all([readFile(COMMITTED), readFile(compiled)]);
    // Another compiler may order its constants in another way.
    const isSame = found.equals(wanted) || (await disassembled(COMMITTED)) === (await disassembled(compiled));
    expect(isSame, 'run `npm run engine-class`').toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Without the numbers of constants, which compilers may order as they like. `npm run engine-class` compiles anew. */
async function disassembled(file: string): Promise<string> {
  const { stdout } = await run('javap', ['-private', '-c', '-constants', file]);
  return stdout.replaceAll(/#\d+(, +\d+)?/g, '#');
}
