import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changesBetween } from '../../../../shared/domain/files/changes-between.ts';
import { EbsVolumes } from '../../../../shared/domain/files/ebs-volumes.ts';
import { type Place, SavedWorkspace } from '../../../../shared/domain/files/saved-workspace.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { EbsServer } from '../../../support/files/ebs-server.ts';
import { folderOfFile } from '../../../support/temporary-folder.ts';

const folder = folderOfFile();
const before = join(folder, 'before');
const after = join(folder, 'after');
const noon = new Date('2026-11-21T12:00:00Z');

let ebs: EbsServer;

const open = (id: string) => SavedWorkspace.open(id, 20_000, { volumes: new EbsVolumes(ebs.client), now: systemClock });

async function changes(one: string, other: string, from: Place = [], most = Number.POSITIVE_INFINITY) {
  const found: string[] = [];
  for await (const step of changesBetween(await open(one), await open(other), from)) {
    found.push(...step.changes.map(({ place, change }) => `${change} ${place.join('/')}`));
    if (found.length >= most) break;
  }
  return found;
}

beforeAll(async () => {
  mkdirSync(join(before, 'inner', 'deep'), { recursive: true });
  mkdirSync(join(before, 'old', 'below'), { recursive: true });
  for (const name of ['kept', 'edited', 'inner/kept', 'inner/deep/edited', 'inner/moved', 'old/below/file', 'b']) {
    writeFileSync(join(before, name), `content of ${name}`);
  }
  writeFileSync(join(before, 'touched'), 'the same');
  writeFileSync(join(before, 'same-time'), 'one content');
  utimesSync(join(before, 'same-time'), noon, noon);
  symlinkSync('kept', join(before, 'link'));
  symlinkSync('kept', join(before, 'turned'));
  execFileSync('cp', ['-a', before, after]);
  writeFileSync(join(after, 'edited'), 'another content');
  writeFileSync(join(after, 'inner/deep/edited'), 'longer than before, by far');
  utimesSync(join(after, 'touched'), noon, noon);
  // Tools can set the time of a file back.
  writeFileSync(join(after, 'same-time'), 'two content');
  utimesSync(join(after, 'same-time'), noon, noon);
  renameSync(join(after, 'inner/moved'), join(after, 'inner/there'));
  rmSync(join(after, 'old'), { recursive: true });
  rmSync(join(after, 'turned'));
  symlinkSync('inner', join(after, 'turned'));
  rmSync(join(after, 'b'));
  mkdirSync(join(after, 'b'));
  writeFileSync(join(after, 'b', 'new'), 'new');
  ebs = await EbsServer.of({ before, after });
});

afterAll(() => ebs.close());

const all = [
  'deleted b',
  'added b',
  'added b/new',
  'modified edited',
  'modified inner/deep/edited',
  'deleted inner/moved',
  'added inner/there',
  'deleted old',
  'deleted old/below',
  'deleted old/below/file',
  'modified same-time',
  'modified turned',
];

it('the changes between two saved workspaces are what was added, modified and deleted, in order', async () => {
  expect(await changes('before', 'after')).toEqual(all);
});

it('a workspace and itself have no changes', async () => {
  expect(await changes('after', 'after')).toEqual([]);
});

it('the other way round, what was added is deleted', async () => {
  const reversed = await changes('after', 'before');
  expect(reversed).toContain('added old/below/file');
  expect(reversed).toContain('deleted b/new');
  expect(reversed).toHaveLength(all.length);
});

it('changes continue after the last one that was seen', async () => {
  for (const [index, change] of all.entries()) {
    const [, path = ''] = change.split(' ');
    // Both changes of a path whose type changed are seen together.
    if (change === 'deleted b') continue;
    const next = all.slice(index + 1, index + 3);
    expect((await changes('before', 'after', path.split('/'), 2)).slice(0, 2), path).toEqual(next);
  }
});
