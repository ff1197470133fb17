import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
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
