import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { errorAnswer } from '../../../../infra/local/aws/answer.ts';
import { AwsError } from '../../../../infra/local/aws/aws-error.ts';
import { EbsPairs } from '../../../../shared/domain/files/ebs-pairs.ts';
import { EbsVolumes } from '../../../../shared/domain/files/ebs-volumes.ts';
import { pageOfChanges } from '../../../../shared/domain/files/page-of-changes.ts';
import type { ComparedVolumes } from '../../../../shared/domain/files/saved-volumes.ts';
import { type Place, SavedWorkspace } from '../../../../shared/domain/files/saved-workspace.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { EbsServer } from '../../../support/files/ebs-server.ts';
import { folderOfFile } from '../../../support/temporary-folder.ts';

const folder = folderOfFile();
const [before, after] = [join(folder, 'before'), join(folder, 'after')];
const FILES = 600;
const soon = () => new Date(Date.now() + 20_000);

let ebs: EbsServer;

const separate = (): ComparedVolumes => {
  const volumes = new EbsVolumes(ebs.client);
  const signal = AbortSignal.timeout(20_000);
  return { before: volumes.open('before', signal), after: volumes.open('after', signal) };
};
const paired = () => new EbsPairs(ebs.client).openPair('before', 'after', AbortSignal.timeout(20_000));
const blocks = () => ebs.asked.filter((operation) => operation === 'GetSnapshotBlock').length;

async function page(volumes: ComparedVolumes, { limit = 1_000, from = [] as Place, until = soon(), bounds = {} } = {}) {
  const options = { of: 'snapshot', bounds } as const;
  const current = await SavedWorkspace.in(volumes.after, soon(), systemClock, options);
  const old = await SavedWorkspace.in(volumes.before, soon(), systemClock, options);
  const { items, next } = await pageOfChanges(old, current, { limit, after: from, until }, systemClock);
  return { changes: items.map(({ change, path }) => `${change} ${path}`), items, next };
}

beforeAll(async () => {
  mkdirSync(join(before, 'many'), { recursive: true });
  mkdirSync(join(before, 'z'));
  for (let index = 0; index < FILES; index += 1) writeFileSync(join(before, 'many', `${index}`), `${index}\n`);
  // Some blocks that the comparison does not read.
  writeFileSync(join(before, 'large'), Buffer.alloc(8 * 1024 * 1024, 'content\n'));
  writeFileSync(join(before, 'z', 'edited'), 'one');
  writeFileSync(join(before, 'z', 'gone'), 'gone');
  execFileSync('cp', ['-a', before, after]);
  writeFileSync(join(after, 'z', 'edited'), 'two');
  rmSync(join(after, 'z', 'gone'));
  // Takes the number of the deleted one in the local image, as on a disk, so that most blocks stay.
  writeFileSync(join(after, 'z', 'new!'), 'new');
  ebs = await EbsServer.of({ before, after });
});

beforeEach(() => {
  ebs.asked.length = 0;
  ebs.disturb = () => undefined;
});

afterAll(() => ebs.close());

const all = ['modified /workspace/z/edited', 'deleted /workspace/z/gone', 'added /workspace/z/new!'];

it('what two snapshots of one lineage have in common is read once', async () => {
  expect((await page(separate())).changes).toEqual(all);
  const apart = blocks();
  ebs.asked.length = 0;
  expect((await page(paired())).changes).toEqual(all);
  expect(ebs.asked.filter((operation) => operation === 'ListChangedBlocks')).toHaveLength(1);
  expect(blocks()).toBeLessThan(apart);
});

it('snapshots of other lineages are read by themselves', async () => {
  const unrelated = errorAnswer(new AwsError('ValidationException', 'UNRELATED_SNAPSHOTS'));
  ebs.disturb = (operation) => (operation === 'ListChangedBlocks' ? unrelated : undefined);
  expect((await page(paired())).changes).toEqual(all);
});

it('what EBS refuses for other reasons is passed on', async () => {
  const refused = errorAnswer(new AwsError('AccessDeniedException', 'No.', 403));
  ebs.disturb = (operation) => (operation === 'ListChangedBlocks' ? refused : undefined);
  await expect(page(paired())).rejects.toMatchObject({ name: 'AccessDeniedException' });
});

it('pages end at their limit, and go on where they ended', async () => {
  const first = await page(paired(), { limit: 1 });
  expect([first.changes, first.next]).toEqual([all.slice(0, 1), ['z', 'edited']]);
  const second = await page(paired(), { limit: 2, from: first.next ?? [] });
  expect([second.changes, second.next]).toEqual([all.slice(1), null]);
});

it.each([
  ['its time', { until: new Date(0) }],
  ['its reads', { bounds: { reads: 500 } }],
])('a page that ends at %s has what was found until then, and the next one goes on', async (_, bounds) => {
  const found: string[] = [];
  let pages = 0;
  let next: Place | null = [];
  while (next !== null) {
    const one: Awaited<ReturnType<typeof page>> = await page(paired(), { ...bounds, from: next });
    found.push(...one.changes);
    expect(one.next).not.toEqual(next);
    next = one.next;
    pages += 1;
    // One step a page takes long: the rest is read at once.
    if (pages === 5 && 'until' in bounds) {
      found.push(...(await page(paired(), { from: next ?? [] })).changes);
      break;
    }
  }
  expect(pages).toBeGreaterThan(1);
  expect(found).toEqual(all);
});

it('a comparison that cannot take another step within its bounds fails', async () => {
  const bounds = { entries: 10 };
  const { next } = await page(paired(), { bounds });
  expect(next).toEqual(['many']);
  await expect(page(paired(), { bounds, from: next ?? [] })).rejects.toMatchObject({ problem: 'too_large' });
});

it('a change says how the file was and is', async () => {
  const { items } = await page(paired());
  expect(items).toMatchObject([
    { path_base64: null, before: { type: 'file', size: 3 }, after: { type: 'file', size: 3, mode: '0644' } },
    { before: { size: 4 }, after: null },
    { before: null, after: { size: 3 } },
  ]);
});
