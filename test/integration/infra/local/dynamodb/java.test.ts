import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findJava } from '../../../../../infra/local/dynamodb/java.ts';
import { UserError } from '../../../../../infra/local/terminal/user-error.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();

async function aJava(name: string, { release, printed }: { release?: string; printed?: string }): Promise<string> {
  const home = path(name);
  await mkdir(join(home, 'bin'), { recursive: true });
  const program = join(home, 'bin', 'java');
  await writeFile(program, `#!/bin/sh\necho 'openjdk version "${printed ?? ''}"' >&2\n`);
  await chmod(program, 0o755);
  if (release !== undefined) await writeFile(join(home, 'release'), `JAVA_VERSION="${release}"\n`);
  return home;
}

describe('the search for Java', () => {
  it('prefers JAVA_HOME to the PATH', async () => {
    const home = await aJava('home', { release: '21.0.1' });
    const onPath = await aJava('path', { release: '17.0.15' });

    const environment = { PATH: `/nowhere:${join(onPath, 'bin')}`, JAVA_HOME: home };

    expect(await findJava(environment)).toBe(join(home, 'bin', 'java'));
    expect(await findJava({ ...environment, JAVA_HOME: undefined })).toBe(join(onPath, 'bin', 'java'));
  });

  it('runs a Java without a release file to read its version', async () => {
    const home = await aJava('home', { printed: '17.0.2' });

    expect(await findJava({ JAVA_HOME: home })).toBe(join(home, 'bin', 'java'));
  });

  it('names the version to install in one sentence when Java is missing', async () => {
    const failure = findJava({ PATH: path() });

    await expect(failure).rejects.toThrow(UserError);
    await expect(failure).rejects.toThrow(/^Java 17 or newer is needed to run DynamoDB Local: install it .*\.$/);
  });

  it.each([
    ['11.0.2', 'is version 11'],
    ['1.8.0_402', 'is version 8'],
  ])('refuses Java %s with the reason', async (release, reason) => {
    const home = await aJava('old', { release });

    await expect(findJava({ JAVA_HOME: home })).rejects.toThrow(`${home}/bin/java ${reason}: install it`);
  });

  it('reports a Java that does not run', async () => {
    const home = await aJava('broken', {});

    await expect(findJava({ JAVA_HOME: home })).rejects.toThrow('does not run');
  });
});
