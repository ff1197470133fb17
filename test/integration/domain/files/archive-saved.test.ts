import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ARCHIVE_BOUNDS, archiveSaved } from '../../../../shared/domain/files/archive-saved.ts';
import { EbsVolumes } from '../../../../shared/domain/files/ebs-volumes.ts';
import { SandboxPath } from '../../../../shared/domain/files/sandbox-path.ts';
import { SavedWorkspace } from '../../../../shared/domain/files/saved-workspace.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { EbsServer } from '../../../support/files/ebs-server.ts';
import { collected } from '../../../support/platform/ext4/file-source.ts';
import { folderOfFile } from '../../../support/temporary-folder.ts';

const folder = folderOfFile();
const disk = join(folder, 'disk');
const project = join(disk, 'project');
const noon = new Date('2026-11-21T12:00:00Z');
const long = 'long-'.repeat(45);

let ebs: EbsServer;

const at = (path: string) => SandboxPath.of({ path }, '/workspace/project');
const open = () => {
  const deps = { volumes: new EbsVolumes(ebs.client), now: systemClock };
  return SavedWorkspace.open('saved', 20_000, deps, { of: 'snapshot', bounds: ARCHIVE_BOUNDS });
};
const archive = async (path: string) => collected(await archiveSaved(await open(), at(path)));

beforeAll(async () => {
  mkdirSync(join(project, 'inner', 'empty'), { recursive: true });
  mkdirSync(join(project, 'inner', long, long), { recursive: true });
  mkdirSync(join(disk, '.transfers'), { recursive: true });
  writeFileSync(join(disk, '.transfers', 'data'), 'of the service');
  writeFileSync(join(project, 'script.sh'), '#!/bin/sh\n');
  chmodSync(join(project, 'script.sh'), 0o755);
  writeFileSync(join(project, 'inner', 'large'), Buffer.alloc(1_500_000, 'line\n'));
  writeFileSync(join(project, 'inner', long, long, 'ünï ✓'), 'deep');
  writeFileSync(Buffer.from(`${project}/inner/\xfe`, 'latin1'), 'bytes');
  writeFileSync(join(project, 'inner', 'nothing'), '');
  linkSync(join(project, 'script.sh'), join(project, 'inner', 'second'));
  symlinkSync('../script.sh', join(project, 'inner', 'up'));
  symlinkSync(`${long}/${long}`, join(project, 'inner', 'far'));
  symlinkSync('/etc', join(project, 'inner', 'out'));
  execFileSync('mkfifo', [join(project, 'inner', 'pipe')]);
  mkdirSync(join(disk, 'sparse'));
  writeFileSync(join(disk, 'sparse', 'hole'), '');
  truncateSync(join(disk, 'sparse', 'hole'), 70 * 1024 * 1024);
  mkdirSync(join(disk, 'crowd'));
  for (let index = 0; index < 20_001; index += 1) writeFileSync(join(disk, 'crowd', `${index}`), '');
  utimesSync(join(project, 'script.sh'), noon, noon);
  ebs = await EbsServer.of({ saved: disk });
});

beforeEach(() => {
  ebs.disturb = () => undefined;
});

afterAll(() => ebs.close());

it('GNU tar unpacks an archive to the folder that was saved, without pipes', async () => {
  const target = join(folder, 'unpacked');
  mkdirSync(target);
  execFileSync('tar', ['-xzf', '-', '-C', target], { input: await archive('.') });
  const listing = (root: string) =>
    execFileSync('find', [root, '!', '-type', 'p', '-printf', '%P %y %m %l\n']).toString().split('\n').sort();
  expect(listing(target)).toEqual(listing(project));
  execFileSync('diff', ['-r', '--no-dereference', '-x', 'pipe', project, target]);
  expect(
    execFileSync('stat', ['-c', '%Y', join(target, 'script.sh')])
      .toString()
      .trim(),
  ).toBe(`${+noon / 1000}`);
});

it('programs that read tar archives strictly read it', async () => {
  const entries = ReadableStream.from([gunzipSync(await archive('inner'))]).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  const names: string[] = [];
  for await (const { header, body } of entries) {
    names.push(`${header.type} ${header.name}`);
    await body.cancel();
  }
  expect(names).toContain(`file ./${long}/${long}/ünï ✓`);
  expect(names).toContain('symlink ./up');
  expect(names).toContain('directory ./empty/');
});

it('leaves out the transfers of the service when it is of the whole disk', async () => {
  await expect(archive('/workspace/.transfers')).resolves.toBeDefined();
  await expect(archive('/workspace')).rejects.toMatchObject({ code: 'payload_too_large' });
});

it.each([
  ['absent', 'not_found', 'absent does not exist.'],
  ['script.sh', 'conflict', 'is not a directory.'],
  ['/etc', 'conflict', 'To read it, start a sandbox from the snapshot.'],
  ['/workspace/sparse', 'payload_too_large', 'Download folders in it or single files, or start a sandbox'],
  ['/workspace/crowd', 'payload_too_large', '20000 files and directories'],
])('of %s is refused with %s before anything is sent', async (path, code, words) => {
  await expect(archive(path)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});

it('ends with the error when EBS fails halfway', async () => {
  const workspace = await open();
  const pieces = await archiveSaved(workspace, at('inner'));
  ebs.disturb = (operation) =>
    operation === 'GetSnapshotBlock' ? { status: 200, body: Buffer.alloc(512 * 1024), headers: {} } : undefined;
  await expect(collected(pieces)).rejects.toMatchObject({ code: 'bad_gateway' });
});
