import { describe, expect, it } from 'vitest';
import { findInstaller } from '../../../../../infra/local/agent-server/tools.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { script } from './programs.ts';

const path = folderOfTest();
const PATH = () => path('bin');

const tool = (name: string, lines: readonly string[]) => script(path(`bin/${name}`), lines);
const python = (name: string, executable: string) => tool(name, [`echo ${executable}`]);

describe('what installs the agent server', () => {
  it('is uv, with the Python of this machine', async () => {
    const uv = await tool('uv', []);
    expect(await findInstaller({ PATH: PATH() })).toMatchObject({ kind: 'uv', python: undefined });
    await python('python3.12', '/usr/bin/python3.12');

    expect(await findInstaller({ PATH: PATH() })).toEqual({ kind: 'uv', uv, python: '/usr/bin/python3.12' });
  });

  // A machine of a person who has uv in one of its usual folders.
  it('is pip without uv, with a Python that is recent enough and works', async ({ skip }) => {
    await tool('python3.13', ['echo "pyenv: python3.13: command not found" >&2', 'exit 127']);
    const program = path('bin/python3.12');
    // As an interpreter does, prints nothing when its modules are found.
    const recent = await tool('python3.12', [`case "$2" in *ensurepip*) ;; *) echo ${program};; esac`]);

    const found = await findInstaller({ PATH: PATH() });

    if (found.kind === 'uv') skip('uv is in a folder of this user');
    expect(found).toEqual({ kind: 'pip', python: recent });
  });

  it('is nothing with an old Python, which one sentence says with the commands', async ({ skip }) => {
    await tool('python3', ['exit 1']);

    const found = await findInstaller({ PATH: PATH() }).catch((error: Error) => error);

    if (!(found instanceof Error)) return skip('uv is in a folder of this user');
    expect(found.message).toMatch(/^The OpenHands agent needs uv, or Python 3.12 or newer\. /);
    for (const command of ['apt-get install python3 python3-venv', 'dnf install uv', 'brew install uv'])
      expect(found.message).toContain(command);
  });

  it('is nothing where Debian has Python without venv', async ({ skip }) => {
    await tool('python3', ['case "$2" in *ensurepip*) exit 1;; esac', `echo ${path('bin/python3')}`]);

    const found = await findInstaller({ PATH: PATH() }).catch((error: Error) => error);

    if (!(found instanceof Error)) return skip('uv is in a folder of this user');
    expect(found.message).toContain('the module venv');
    expect(found.message).toContain('apt-get install python3-venv');
  });
});
