import { describe, expect, it } from 'vitest';
import { downloadSandboxFolder } from '../../../../functions/files/download-sandbox-folder.ts';
import { downloadSnapshotFolder } from '../../../../functions/files/download-snapshot-folder.ts';
import { listSnapshotChanges } from '../../../../functions/files/list-snapshot-changes.ts';
import { listSnapshotFiles } from '../../../../functions/files/list-snapshot-files.ts';
import { readSnapshotFile } from '../../../../functions/files/read-snapshot-file.ts';
import { SavedGoneError, type SavedPairs, type SavedVolumes } from '../../../../shared/domain/files/saved-volumes.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { invoke, invokeStreamed } from '../../../support/http/invoke.ts';
import { committedImage, sourceOf } from '../../../support/platform/ext4/file-source.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { keyOf } from '../../../support/platform/memory-page.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';

const image = committedImage('saved');
const stranger = { caller: { ...aCaller, ownerId: 'mallory' } };

const saved = (overrides: Partial<WorkspaceSnapshot> = {}) => aSnapshot({ working_dir: '/workspace', ...overrides });
const params = (row: WorkspaceSnapshot) => ({ params: { snapshot_id: row.snapshot_id } });

function holding(...rows: readonly WorkspaceSnapshot[]) {
  const opened: string[] = [];
  const source = (id: string) => {
    opened.push(id);
    return sourceOf(image);
  };
  const { snapshots } = new MemorySandboxStore();
  for (const row of rows) snapshots.rows.set(keyOf(row.owner_id, row.snapshot_id), row);
  const volumes: SavedVolumes = { open: source };
  const pairs: SavedPairs = { openPair: (before, after) => ({ before: source(before), after: source(after) }) };
  return { opened, snapshots, volumes, pairs, now: () => new Date() };
}

const gone: SavedVolumes = {
  open: () => ({ read: () => Promise.reject(new SavedGoneError(new Error('ResourceNotFoundException'))) }),
};

const failed = {
  state: 'ERROR',
  ebs_snapshot_id: null,
  ready_at: null,
  status_reason: { code: 'snapshot_failed', message: 'It failed.', remedy: 'Delete it.', retryable: true },
} as const;

describe('the files of a snapshot', () => {
  it('are listed in pages', async () => {
    const row = saved();
    const deps = holding(row);
    const { body } = await invoke(listSnapshotFiles, deps, { ...params(row), query: { limit: 3 } });
    expect([body.source, body.entry.path]).toEqual(['snapshot', '/workspace']);
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['a b', 'deep', 'empty']);
    const query = { limit: 2, page_id: body.next_page_id };
    const { body: next } = await invoke(listSnapshotFiles, deps, { ...params(row), query });
    expect(next.items.map(({ name }: { name: string }) => name)).toEqual(['hard', 'holes']);
    expect(deps.opened).toEqual([row.ebs_snapshot_id, row.ebs_snapshot_id]);
  });

  it('are downloaded, in parts and as archives', async () => {
    const row = saved();
    const read = await invokeStreamed(readSnapshotFile, holding(row), {
      ...params(row),
      query: { path: 'deep/er/still/file' },
    });
    expect([read.status, read.text, read.headers['X-File-Source']]).toEqual([200, 'one\n', 'snapshot']);
    const packed = await invokeStreamed(downloadSnapshotFolder, holding(row), {
      ...params(row),
      query: { path: 'deep' },
    });
    expect(packed.status).toBe(200);
    expect(packed.headers['Content-Disposition']).toBe("attachment; filename*=UTF-8''deep.tar.gz");
  });

  it('begin at the working directory of the snapshot', async () => {
    const row = saved({ working_dir: '/workspace/deep' });
    const { body } = await invoke(listSnapshotFiles, holding(row), params(row));
    expect(body.entry.path).toBe('/workspace/deep');
  });

  it.each([
    ['absent', 404, /does not exist/],
    ['deep', 409, /is not a regular file/],
    ['/etc/passwd', 409, /only that is saved. To read it, start a sandbox from the snapshot/],
    ['../../etc/passwd', 409, /only that is saved/],
  ] as const)('are not read at %s', async (path, status, words) => {
    const row = saved();
    const answer = await invokeStreamed(readSnapshotFile, holding(row), { ...params(row), query: { path } });
    expect([answer.status, JSON.parse(answer.text).detail]).toEqual([status, expect.stringMatching(words)]);
  });
});

const requests = [
  [
    'list-snapshot-files',
    (row: WorkspaceSnapshot, deps: ReturnType<typeof holding>, more = {}) =>
      invoke(listSnapshotFiles, deps, { ...params(row), ...more }),
  ],
  [
    'read-snapshot-file',
    (row: WorkspaceSnapshot, deps: ReturnType<typeof holding>, more = {}) =>
      invokeStreamed(readSnapshotFile, deps, { ...params(row), query: { path: 'deep' }, ...more }),
  ],
  [
    'download-snapshot-folder',
    (row: WorkspaceSnapshot, deps: ReturnType<typeof holding>, more = {}) =>
      invokeStreamed(downloadSnapshotFolder, deps, { ...params(row), query: { path: 'deep' }, ...more }),
  ],
  [
    'list-snapshot-changes',
    (row: WorkspaceSnapshot, deps: ReturnType<typeof holding>, more = {}) =>
      invoke(listSnapshotChanges, deps, { ...params(row), query: { since: other.snapshot_id }, ...more }),
  ],
] as const;

const other = saved();

describe.each(requests)('%s', (_, request) => {
  it.each([
    ['is being created', { state: 'CREATING', ebs_snapshot_id: null }, /is CREATING. Wait until it is READY/],
    ['has failed', failed, /has no files. It failed. Delete it./],
  ] as const)('says what to do about a snapshot that %s', async (_, overrides, words) => {
    const row = saved(overrides);
    const { status, text } = await request(row, holding(row, other));
    expect([status, JSON.parse(text).detail]).toEqual([409, expect.stringMatching(words)]);
  });

  it('finds no snapshot that is deleted, or of another owner', async () => {
    const row = saved();
    const deps = holding(row, saved({ owner_id: 'mallory' }));
    expect((await request(row, deps, stranger)).status).toBe(404);
    const deleting = saved({ state: 'DELETING' });
    expect((await request(deleting, holding(deleting, other))).status).toBe(404);
    expect(deps.opened).toEqual([]);
  });
});

it('a snapshot whose data was deleted in EBS is named', async () => {
  const row = saved();
  const { status, body } = await invoke(listSnapshotFiles, { ...holding(row), volumes: gone }, params(row));
  const words = `The data of snapshot ${row.snapshot_id} no longer exists in EBS. Choose another snapshot.`;
  expect([status, body.detail]).toEqual([409, words]);
});

describe('GET /api/v1/snapshots/{snapshot_id}/changes', () => {
  const changes = (row: WorkspaceSnapshot, since: WorkspaceSnapshot, deps: ReturnType<typeof holding>) =>
    invoke(listSnapshotChanges, deps, { ...params(row), query: { since: since.snapshot_id } });

  it('compares two snapshots of the caller', async () => {
    const row = saved();
    const deps = holding(row, other);
    expect((await changes(row, other, deps)).body).toEqual({ items: [], next_page_id: null });
    expect(deps.opened.toSorted()).toEqual([row.ebs_snapshot_id, other.ebs_snapshot_id].toSorted());
  });

  it('reads nothing where one shares the data of the other', async () => {
    const shared = saved({ ebs_snapshot_id: other.ebs_snapshot_id, of_snapshot_id: other.snapshot_id });
    const deps = holding(shared, other);
    expect((await changes(shared, other, deps)).body).toEqual({ items: [], next_page_id: null });
    expect(deps.opened).toEqual([]);
  });

  it('compares with no snapshot of another owner, nor with one that is not READY', async () => {
    const row = saved();
    const theirs = saved({ owner_id: 'mallory' });
    expect((await changes(row, theirs, holding(row, theirs))).status).toBe(404);
    const creating = saved({ state: 'CREATING', ebs_snapshot_id: null });
    expect((await changes(row, creating, holding(row, creating))).status).toBe(409);
  });
});

describe('GET /api/v1/sandboxes/{sandbox_id}/files/archive of a paused sandbox', () => {
  const sandbox = aSandbox({ desired: 'PAUSED', phase: 'PAUSED', snapshot_id: 'snap-own', working_dir: '/workspace' });
  const download = (path: string, more = {}) => {
    const deps = { ...holding(), sandboxes: MemorySandboxStore.with(sandbox), keys: someKeys() };
    const pause = () => expect.fail('nothing is packed');
    const request = { params: { sandbox_id: sandbox.sandbox_id }, query: { path }, ...more };
    return invokeStreamed(downloadSandboxFolder, { ...deps, pause }, request);
  };

  it('is read from what was saved', async () => {
    const { status, headers } = await download('deep');
    expect([status, headers['X-File-Source']]).toEqual([200, 'snapshot']);
  });

  it('is refused for a file, with what to do instead for a path elsewhere, and for a stranger', async () => {
    const file = await download('deep/er/still/file');
    expect([file.status, JSON.parse(file.text).detail]).toEqual([409, expect.stringMatching(/is not a directory/)]);
    const elsewhere = await download('/etc');
    expect([elsewhere.status, JSON.parse(elsewhere.text).detail]).toEqual([
      409,
      expect.stringMatching(/To read it, resume the sandbox/),
    ]);
    expect((await download('deep', stranger)).status).toBe(404);
  });
});
