import { describe, expect, it } from 'vitest';
import { listSandboxFiles } from '../../../../functions/files/list-sandbox-files.ts';
import { readSandboxFile } from '../../../../functions/files/read-sandbox-file.ts';
import type { SavedVolumes } from '../../../../shared/domain/files/saved-volumes.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { workspaceLost } from '../../../../shared/presentation/sandbox-reasons.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { invoke, invokeStreamed } from '../../../support/http/invoke.ts';
import { committedImage, sourceOf } from '../../../support/platform/ext4/file-source.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const image = committedImage('saved');

const paused = (overrides: Partial<Sandbox> = {}) =>
  aSandbox({ desired: 'PAUSED', phase: 'PAUSED', snapshot_id: 'snap-saved', working_dir: '/workspace', ...overrides });

function holding(sandbox: Sandbox) {
  const opened: string[] = [];
  const volumes: SavedVolumes = {
    open: (id) => {
      opened.push(id);
      return sourceOf(image);
    },
  };
  const unused = () => expect.fail('a paused sandbox is not resumed');
  return {
    opened,
    sandboxes: MemorySandboxStore.with(sandbox),
    volumes,
    keys: someKeys(),
    budgets: { spentSince: unused, check: unused } as never,
    stageLimits: { sandboxes: 1, vcpus: 4 },
    places: { take: unused, release: unused },
    now: () => new Date(),
    pause: unused,
  };
}

const list = (sandbox: Sandbox, query = {}, deps = holding(sandbox)) =>
  invoke(listSandboxFiles, deps, { params: { sandbox_id: sandbox.sandbox_id }, query });

describe('GET /api/v1/sandboxes/{sandbox_id}/files of a paused sandbox', () => {
  it('lists its snapshot', async () => {
    const sandbox = paused();
    const deps = holding(sandbox);
    const { status, body } = await list(sandbox, { limit: 3 }, deps);

    expect(status).toBe(200);
    expect(body.source).toBe('snapshot');
    expect(body.entry).toMatchObject({ path: '/workspace', type: 'directory' });
    expect(body.items.map(({ path }: { path: string }) => path)).toEqual([
      '/workspace/a b',
      '/workspace/deep',
      '/workspace/empty',
    ]);
    expect(deps.opened).toEqual(['snap-saved']);
    const { body: next } = await list(sandbox, { limit: 2, page_id: body.next_page_id });
    expect(next.items.map(({ name }: { name: string }) => name)).toEqual(['hard', 'holes']);
  });

  it('downloads from its snapshot, and says so', async () => {
    const sandbox = paused();
    const { status, headers, text } = await invokeStreamed(readSandboxFile, holding(sandbox), {
      params: { sandbox_id: sandbox.sandbox_id },
      query: { path: 'deep/er/still/file' },
    });
    expect([status, text]).toEqual([200, 'one\n']);
    expect(headers['X-File-Source'] ?? headers['x-file-source']).toBe('snapshot');
  });

  it('reads the snapshot that it begins from before its first save', async () => {
    const base = { snapshot_id: 'row', ebs_snapshot_id: 'snap-base' };
    const sandbox = paused({ snapshot_id: null, base_snapshot: base });
    const deps = holding(sandbox);
    expect((await list(sandbox, {}, deps)).body.source).toBe('snapshot');
    expect(deps.opened).toEqual(['snap-base']);
  });

  it.each([
    ['newer content is only on its disk', paused({ volume_id: 'vol-1' }), 409, /is still being saved. Try again/],
    ['it has no snapshot', paused({ snapshot_id: null }), 409, /is PAUSED. Resume it/],
    [
      'its workspace is lost',
      paused({ phase: 'ERROR', status_reason: workspaceLost, snapshot_id: null }),
      503,
      /is in ERROR/,
    ],
  ] as const)('is refused when %s', async (_, sandbox, code, detail) => {
    const { status, body } = await list(sandbox);
    expect([status, body.detail]).toEqual([code, expect.stringMatching(detail)]);
  });

  it('of another owner is not found', async () => {
    const sandbox = paused();
    const deps = holding(sandbox);
    const request = { params: { sandbox_id: sandbox.sandbox_id }, caller: { ...aCaller, ownerId: 'stranger' } };
    expect((await invoke(listSandboxFiles, deps, request)).status).toBe(404);
    expect(deps.opened).toEqual([]);
  });
});
