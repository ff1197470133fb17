import { describe, expect, it } from 'vitest';
import { getSandboxDeletion } from '../../../../functions/sandboxes/get-sandbox-deletion.ts';
import { listSandboxDeletions } from '../../../../functions/sandboxes/list-sandbox-deletions.ts';
import { deleteRequested } from '../../../../shared/domain/sandboxes/intent/intents.ts';
import { buried, collected, discarded } from '../../../../shared/domain/sandboxes/lifecycle/deletion.ts';
import { newReceipt } from '../../../../shared/domain/sandboxes/record/receipt.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const clock = new SettableClock(secondsAfterNoon(60));
const at = (second: number) => new Date(secondsAfterNoon(second));

function holding(...rows: readonly Sandbox[]) {
  const sandboxes = new MemorySandboxStore(clock.now);
  for (const next of rows) sandboxes.apply([{ previous: null, next }]);
  return { sandboxes };
}

const paramsOf = (id: string) => ({ params: { sandbox_id: id } });
const requested = (second: number, overrides: Partial<Sandbox> = {}) =>
  deleteRequested(aRunningSandbox({ volume_id: 'vol-1', snapshot_id: 'snap-1', ...overrides }), at(second));

async function read(row: Sandbox) {
  const { status, body } = await invoke(getSandboxDeletion, holding(row), paramsOf(row.sandbox_id));
  expect(status).toBe(200);
  return body;
}

describe('GET /api/v1/sandbox-deletions/{sandbox_id}', () => {
  it('shows the deletion from request to completion, with the result of each disk', async () => {
    const first = requested(1);
    const pending = {
      sandbox_id: first.sandbox_id,
      sandbox_spec_id: 'reference',
      sandbox_created_at: first.created_at,
      requested_at: secondsAfterNoon(1),
      completed_at: null,
      disks: null,
      expires_at: null,
    };
    expect(await read(first)).toEqual(pending);

    const listed = collected(first, [], at(2));
    const disks = (volume: string, snapshot: string) => [
      { kind: 'volume', id: 'vol-1', result: volume },
      { kind: 'snapshot', id: 'snap-1', result: snapshot },
    ];
    expect(await read(listed)).toEqual({ ...pending, disks: disks('pending', 'pending') });

    const half = discarded(listed, { kind: 'volume', id: 'vol-1' }, at(3));
    expect(await read(half)).toEqual({ ...pending, disks: disks('deleted', 'pending') });

    const done = buried(discarded(half, { kind: 'snapshot', id: 'snap-1' }, at(4)), at(5));
    expect(await read(done)).toEqual({
      ...pending,
      completed_at: secondsAfterNoon(5),
      disks: disks('deleted', 'deleted'),
      expires_at: '2026-11-28T12:00:05.000Z',
    });
  });

  it('lists no disks for a sandbox that never had one', async () => {
    const row = collected(requested(1, { volume_id: null, snapshot_id: null }), [], at(2));

    expect((await read(row)).disks).toEqual([]);
  });

  it.each<[string, Sandbox]>([
    ['is there', aRunningSandbox()],
    ['expired', aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' })],
    ['was deleted long ago', buried(collected(requested(1), [], at(1)), new Date('2026-11-14T12:00:00.000Z'))],
  ])('returns 404 for a sandbox that %s', async (_, row) => {
    const { status, body } = await invoke(getSandboxDeletion, holding(row), paramsOf(row.sandbox_id));

    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('GET /api/v1/sandbox-deletions', () => {
  it("lists the caller's deletions, newest first, page by page", async () => {
    const mine = [3, 9, 6].map((second) => requested(second));
    const theirs = requested(7, { owner_id: 'bob' });
    const deps = holding(...mine, theirs, aRunningSandbox());

    const first = await invoke(listSandboxDeletions, deps, { query: { limit: 2 } });
    const second = await invoke(listSandboxDeletions, deps, { query: { limit: 2, page_id: first.body.next_page_id } });

    const times = [...first.body.items, ...second.body.items].map(({ requested_at: time }) => time);
    expect(times).toEqual([9, 6, 3].map(secondsAfterNoon));
    expect(second.body.next_page_id).toBeNull();
  });

  it('omits rows without a receipt or a requested deletion', async () => {
    const deps = holding(aSandbox({ desired: 'DELETED', receipt: null }), aSandbox({ receipt: newReceipt(at(1)) }));

    expect((await invoke(listSandboxDeletions, deps)).body).toEqual({ items: [], next_page_id: null });
  });
});
