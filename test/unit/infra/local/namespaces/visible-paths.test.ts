import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewFor } from '../../../../../infra/local/namespaces/visible-paths.ts';

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'visible-')));
  await mkdir(join(root, 'state/agent-server/1/bin'), { recursive: true });
  await writeFile(join(root, 'state/agent-server/1/bin/agent-server'), '');
  await chmod(join(root, 'state/agent-server/1/bin/agent-server'), 0o755);
});
afterAll(() => rm(root, { recursive: true }));

const mount = (path: string) => ({ from: path, to: path, isDirectory: true });

it('shows a program that is installed in a hidden state directory, and nothing else of the state', async () => {
  const state = join(root, 'state');
  const program = join(state, 'agent-server/1/bin/agent-server');
  const workspace = join(state, 'workspaces/one');
  const base = { readOnly: [mount(root)], links: [], frozen: [] };

  const view = await viewFor(['sh', program, '--host', workspace], workspace, base, {
    projectRoot: '/nowhere',
    states: [state],
    searchPath: '',
  });

  expect(view.hidden).toContain(state);
  expect(view.shown).toEqual([mount(join(state, 'agent-server/1'))]);
});

it('shows the Python of a program that is installed in a state in the project', async () => {
  const state = join(root, 'project/.local');
  const environment = join(state, 'agent-server/1/bin');
  const python = join(root, 'versions/3.12/bin');
  for (const folder of [environment, python]) await mkdir(folder, { recursive: true });
  for (const file of [join(environment, 'agent-server'), join(python, 'python3.12')])
    await writeFile(file, '', { mode: 0o755 });
  await symlink(join(python, 'python3.12'), join(environment, 'python3'));
  const program = join(environment, 'agent-server');

  const view = await viewFor(
    [program],
    join(state, 'workspaces/one'),
    { readOnly: [], links: [], frozen: [] },
    {
      projectRoot: join(root, 'project'),
      states: [state],
      searchPath: '',
    },
  );

  expect(view.readOnly.map(({ to }) => to)).toEqual([program, environment, python]);
});
