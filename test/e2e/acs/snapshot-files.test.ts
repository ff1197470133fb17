import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { Shell } from './acs.ts';

it('acs lists, prints, copies and compares files of snapshots, and copies folders of a paused sandbox', async () => {
  const { api, apiKey } = await newOwner();
  const shell = await Shell.open(apiKey);
  const { id } = await shell.json('sandboxes', 'start', '--spec', 'reference');
  const at = (path: string) => join(shell.folder, path);
  const ready = (snapshot: string) =>
    eventually('the snapshot is READY', async () =>
      (await api.get(`/api/v1/snapshots/${snapshot}`)).body.state === 'READY' ? snapshot : undefined,
    );
  const created = async () => ready((await shell.json('snapshots', 'create', id)).id);
  await shell.runWith('one', 'sandboxes', 'cp', '-', `${id}:src/notes`);
  const earlier = await created();
  await shell.runWith('two', 'sandboxes', 'cp', '-', `${id}:src/notes`);
  await shell.runWith('new', 'sandboxes', 'cp', '-', `${id}:src/new`);
  const later = await created();

  expect(await shell.json('snapshots', 'files', `${earlier}:src`)).toMatchObject([{ name: 'notes', type: 'file' }]);
  expect(await shell.run('snapshots', 'cat', `${earlier}:src/notes`)).toEqual({ code: 0, stdout: 'one', stderr: '' });
  const changes = await shell.json('snapshots', 'diff', earlier, later);
  expect(changes.filter(({ path }: { path: string }) => path.includes('/src/'))).toMatchObject([
    { change: 'added', before: null, after: { size: 3 } },
    { change: 'modified' },
  ]);
  const { stdout } = await shell.run('snapshots', 'diff', earlier, later);
  expect(stdout).toMatch(/A .*src\/new\n/);

  expect(await shell.run('snapshots', 'cp', `${later}:src`, at('copy'))).toMatchObject({ code: 2 });
  expect(await shell.run('snapshots', 'cp', '-r', `${later}:src`, `${id}:src`)).toMatchObject({ code: 2 });
  expect(await shell.run('snapshots', 'cp', '-r', `${later}:src`, at('copy'))).toMatchObject({ code: 0 });
  expect(await readFile(at('copy/new'), 'utf8')).toBe('new');
  expect(await shell.run('snapshots', 'cp', `${earlier}:src/notes`, at('notes'))).toMatchObject({ code: 0 });
  expect(await readFile(at('notes'), 'utf8')).toBe('one');

  await api.post(`/api/v1/sandboxes/${id}/pause`);
  await eventually('its workspace is saved', async () => {
    const { body } = await api.get(`/api/v1/sandboxes/${id}`);
    return body.transitions.at(-1)?.state === 'PAUSED' ? true : undefined;
  });
  expect(await shell.run('sandboxes', 'cp', '-r', `${id}:src`, at('saved'))).toMatchObject({ code: 0 });
  expect(await readFile(at('saved/notes'), 'utf8')).toBe('two');
});
