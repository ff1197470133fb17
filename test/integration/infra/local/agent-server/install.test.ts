import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, installedIn } from '../../../../../infra/local/agent-server/install.ts';
import { pinsOf } from '../../../../../infra/local/agent-server/requirements.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { eventually } from '../eventually.ts';
import { script, workingUv } from './programs.ts';

const path = folderOfTest();
const state = () => path('state');

async function installWith(lines: readonly string[], signal = new AbortController().signal) {
  const uv = await script(path('uv'), lines);
  const words: string[] = [];
  const program = await install({
    stateDirectory: state(),
    installer: { kind: 'uv', uv, python: '/usr/bin/python3' },
    environment: { PATH: '/usr/bin:/bin', HOME: path('home'), ANTHROPIC_API_KEY: 'sk-a', HTTPS_PROXY: 'http://p' },
    signal,
    onProgress: (said) => words.push(said),
  });
  return { uv, program, words };
}

const left = () => readdir(join(state(), 'agent-server')).catch(() => []);

describe('the installation of the agent server', () => {
  it('is found when it is complete', async () => {
    expect(await installedIn(state())).toBeUndefined();

    const { program, words } = await installWith(workingUv);

    expect(await installedIn(state())).toEqual({ program, isCurrent: true });
    expect(words.at(-1)).toBe('trying it');
  });

  it('checks the hashes of all packages, and builds none without being told', async () => {
    const { uv } = await installWith(workingUv);

    const installs = (await readFile(`${uv}.log`, 'utf8')).split('\n').filter((line) => line.startsWith('pip install'));

    expect(installs).toHaveLength(2);
    for (const line of installs) expect(line).toMatch(/--require-hashes .*--only-binary :all:/);
  });

  it('gives its commands the proxy of the user and no key', async () => {
    const { program } = await installWith(workingUv);

    const environment = await readFile(`${program}.env`, 'utf8');

    expect(environment).toContain('HTTPS_PROXY=http://p');
    expect(environment).not.toContain('sk-a');
  });

  it('replaces the one before', async () => {
    const { program: first } = await installWith(workingUv);
    const { program: second } = await installWith(workingUv);

    expect(await left()).toEqual(expect.arrayContaining(['current.json', 'install.log']));
    expect(await left()).toHaveLength(3);
    expect(await left()).not.toContain(dirname(dirname(first)).split('/').at(-1));
    expect((await installedIn(state()))?.program).toBe(second);
  });

  it.each([
    [
      'cannot download',
      [...workingUv, '[ "$1" = pip ] && echo "dns error" >&2 && exit 2', 'exit 0'],
      /cannot be reached/,
    ],
    ['cannot write', ['echo "No space left on device" >&2', 'exit 1'], /disk is full/],
    ['gets a program that does not run', [...workingUv, 'rm "$4/bin/agent-server" 2> /dev/null', 'exit 0'], /ENOENT/],
  ])('that %s says why and leaves the one before', async (_what, lines, words) => {
    const { program } = await installWith(workingUv);

    await expect(installWith(lines)).rejects.toThrow(words);

    expect(await installedIn(state())).toEqual({ program, isCurrent: true });
    expect(await left()).toHaveLength(3);
  });

  it('that is interrupted is not taken for a whole one', async () => {
    const stop = new AbortController();
    const running = installWith(
      [...workingUv, `if [ "$1" = pip ]; then : > ${path('began')}; exec sleep 60; fi`],
      stop.signal,
    );
    await eventually(() => existsSync(path('began')));

    stop.abort(new Error('Ctrl-C'));

    await expect(running).rejects.toThrow('Ctrl-C');
    expect(await installedIn(state())).toBeUndefined();
    expect(await left()).toEqual(['install.log']);
  });

  it('with other pins is found as an old one', async () => {
    const { program } = await installWith(workingUv);
    const file = join(state(), 'agent-server', 'current.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(pinsOf(), 'others'));

    expect(await installedIn(state())).toEqual({ program, isCurrent: false });
  });
});
