import { describe, expect, it } from 'vitest';
import { batchGetSandboxes } from '../../../../functions/sandboxes/batch-get-sandboxes.ts';
import { getSandbox } from '../../../../functions/sandboxes/get-sandbox.ts';
import { searchSandboxes } from '../../../../functions/sandboxes/search-sandboxes.ts';
import { dashed } from '../../../../shared/contract/shapes/ids.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { workspaceLost } from '../../../../shared/presentation/sandbox-reasons.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox, aSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';

const keys = someKeys();
const holding = (...sandboxes: readonly Sandbox[]) => ({
  sandboxes: MemorySandboxStore.with(...sandboxes),
  keys,
  now: () => new Date(noon),
  pause: async () => expect.fail('no request waits'),
  places: { take: async () => expect.fail('no place is needed'), release: async () => undefined },
});
const paramsOf = (id: string) => ({ params: { sandbox_id: id } });

describe('GET /api/v1/sandboxes/{sandbox_id}', () => {
  it('shows a running sandbox with its key and URLs, and only fields of the contract', async () => {
    const sandbox = aRunningSandbox({ added_by_a_newer_version: 'secret' });

    const answer = await invoke(getSandbox, holding(sandbox), paramsOf(sandbox.sandbox_id));

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: sandbox.sandbox_id,
      created_by_user_id: 'ann',
      sandbox_spec_id: 'reference',
      capacity: 'on_demand',
      status: 'RUNNING',
      session_api_key: await keys.sessionKey(sandbox),
      exposed_urls: [{ name: 'AGENT_SERVER', port: 8000, url: 'http://127.0.0.1:1' }],
      wake: { AGENT_SERVER: 'key', VSCODE: 'key' },
      resources: { cpu: 1, memory_gb: 4, disk_gb: 20, requested: null },
      next_resources: null,
      created_at: sandbox.created_at,
      status_detail: null,
      transitions: [{ state: 'PENDING', reason: null, time: sandbox.created_at }],
      deadline_at: sandbox.deadline_at,
      idle_at: '2026-11-21T12:20:00.000Z',
      workspace: null,
      expires_at: null,
      pause_reason: null,
      steps: [{ step: 'ACCEPTED', at: sandbox.created_at, seconds: 0 }],
    });
  });

  it('shows a URL that opens VS Code if VS Code has its own origin', async () => {
    const exposed_urls = [
      { name: 'VSCODE', port: 8001, url: 'https://label.example.com/?folder=%2Fworkspace' },
      { name: 'VSCODE', port: 8001, url: 'https://example.com/label/?folder=%2Fworkspace' },
      { name: 'WORKER_1', port: 8011, url: 'https://other.example.com' },
    ] as const;
    const sandbox = aRunningSandbox({ exposed_urls: [...exposed_urls] });

    const { body } = await invoke(getSandbox, holding(sandbox), paramsOf(sandbox.sandbox_id));

    expect(body.exposed_urls.map(({ url }: { url: string }) => url)).toEqual([
      `https://label.example.com/?tkn=${body.session_api_key}&folder=%2Fworkspace`,
      exposed_urls[1].url,
      exposed_urls[2].url,
    ]);
  });

  it('hides key and URLs while the sandbox does not run', async () => {
    const stopping = aRunningSandbox({ desired: 'PAUSED' });

    const { body } = await invoke(getSandbox, holding(stopping), paramsOf(stopping.sandbox_id));

    expect(body).toMatchObject({ status: 'PAUSED', session_api_key: null, exposed_urls: null });
  });

  it('explains why it is in ERROR and what to do', async () => {
    const reason = { code: 'x', message: 'No image.', remedy: 'Push it.', retryable: true };
    const failed = aSandbox({ desired: 'PAUSED', phase: 'ERROR', status_reason: reason });

    const { body } = await invoke(getSandbox, holding(failed), paramsOf(failed.sandbox_id));

    expect(body).toMatchObject({ status: 'ERROR', status_detail: 'No image. Push it.' });
  });

  it('shows each past state, the oldest first, with its reason code', async () => {
    const at = (second: number) => new Date(secondsAfterNoon(second));
    const reason = { code: 'idle', message: 'Idle.', remedy: '', retryable: true };
    const stopping = changed(aRunningSandbox(), at(9), { phase: 'STOPPING', status_reason: reason, desired: 'PAUSED' });
    const saving = changed(stopping, at(10), { phase: 'SAVING' });

    const { body } = await invoke(getSandbox, holding(saving), paramsOf(saving.sandbox_id));

    expect(body.transitions).toEqual([
      { state: 'PENDING', reason: null, time: saving.created_at },
      { state: 'STOPPING', reason: 'idle', time: secondsAfterNoon(9) },
      { state: 'SAVING', reason: 'idle', time: secondsAfterNoon(10) },
    ]);
  });

  it('counts the idle time from the last use or, if later, from the start', async () => {
    const idleAt = async (overrides: Partial<Sandbox>) => {
      const sandbox = aRunningSandbox({ idle_minutes: 1, ...overrides });
      return (await invoke(getSandbox, holding(sandbox), paramsOf(sandbox.sandbox_id))).body.idle_at;
    };
    const [early, late] = [secondsAfterNoon(5), secondsAfterNoon(30)];

    expect(await idleAt({ last_activity_at: late, running_since: early })).toBe(secondsAfterNoon(90));
    expect(await idleAt({ last_activity_at: early, running_since: late })).toBe(secondsAfterNoon(90));
    expect(await idleAt({ last_activity_at: early, running_since: null })).toBe(secondsAfterNoon(65));
  });

  it.each([
    ['starts', aSandbox(), { status: 'STARTING', deadline_at: expect.any(String) }],
    ['waits to start again', aSandbox({ phase: 'SAVING', wanted_generation: 2 }), { status: 'STARTING' }],
    [
      'is paused',
      aSandbox({ desired: 'PAUSED', phase: 'PAUSED', expires_at: secondsAfterNoon(7), pause_reason: 'limit' }),
      { status: 'PAUSED', expires_at: secondsAfterNoon(7), pause_reason: 'limit' },
    ],
    [
      'failed with its workspace saved',
      aSandbox({ desired: 'PAUSED', phase: 'ERROR', expires_at: secondsAfterNoon(7) }),
      { status: 'ERROR', expires_at: secondsAfterNoon(7) },
    ],
    [
      'expired',
      aSandbox({ desired: 'PAUSED', phase: 'EXPIRED', expires_at: secondsAfterNoon(7), pause_reason: 'idle' }),
      { status: 'MISSING' },
    ],
  ])('shows only the times that apply when it %s', async (_, sandbox, expected) => {
    const { body } = await invoke(getSandbox, holding(sandbox), paramsOf(sandbox.sandbox_id));

    const none = { deadline_at: null, idle_at: null, expires_at: null, pause_reason: null };
    expect(body).toMatchObject({ ...none, ...expected });
  });

  it.each<[string, Partial<Sandbox>, unknown]>([
    ['has no disk yet', {}, null],
    ['runs for the first time', { volume_id: 'vol-1' }, { size_gib: 20, saved_at: null }],
    [
      'is paused',
      { desired: 'PAUSED', phase: 'PAUSED', snapshot_id: 'snap-1', saved_at: noon },
      { size_gib: 20, saved_at: noon },
    ],
    [
      'runs again',
      { volume_id: 'vol-2', snapshot_id: 'snap-1', saved_at: noon, workspace_gigabytes: 50 },
      { size_gib: 50, saved_at: noon },
    ],
    [
      'lost its workspace',
      { desired: 'PAUSED', phase: 'ERROR', snapshot_id: 'snap-1', saved_at: noon, status_reason: workspaceLost },
      null,
    ],
    ['expired', { desired: 'PAUSED', phase: 'EXPIRED', saved_at: noon }, null],
  ])('shows the size of the workspace and when it was saved if the sandbox %s', async (_, overrides, expected) => {
    const sandbox = aSandbox(overrides);

    const { body } = await invoke(getSandbox, holding(sandbox), paramsOf(sandbox.sandbox_id));

    expect(body.workspace).toEqual(expected);
  });

  it('returns 404 for a sandbox that is being deleted', async () => {
    const deleted = aRunningSandbox({ desired: 'DELETED' });

    const { status, body } = await invoke(getSandbox, holding(deleted), paramsOf(deleted.sandbox_id));

    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('GET /api/v1/sandboxes?id=', () => {
  it('answers in the order of the ids, with null for missing sandboxes and those of other owners', async () => {
    const [first, second, deleted] = [aRunningSandbox(), aSandbox(), aSandbox({ desired: 'DELETED' })];
    const theirs = aSandbox({ owner_id: 'bob' });
    const deps = holding(first, second, deleted, theirs);
    const id = [
      second.sandbox_id,
      'unknown',
      theirs.sandbox_id,
      dashed(first.sandbox_id),
      deleted.sandbox_id,
      second.sandbox_id,
    ];

    const { body } = await invoke(batchGetSandboxes, deps, { query: { id } });

    expect(body.map((view: { id: string } | null) => view?.id ?? null)).toEqual([
      second.sandbox_id,
      null,
      null,
      first.sandbox_id,
      null,
      second.sandbox_id,
    ]);
  });

  it('returns null for an invalid id', async () => {
    expect((await invoke(batchGetSandboxes, holding(), { query: { id: [''] } })).body).toEqual([null]);
  });
});

describe('GET /api/v1/sandboxes/search', () => {
  it('filters by status, state, spec, time of creation and a part of the id', async () => {
    const deps = holding(
      aSandbox({ sandbox_id: `${'1'.repeat(28)}beef`, spec_id: 'small', created_at: secondsAfterNoon(1) }),
      aRunningSandbox({ sandbox_id: '2', spec_id: 'large', created_at: secondsAfterNoon(2) }),
      aRunningSandbox({ sandbox_id: '3', spec_id: 'small', created_at: secondsAfterNoon(3), desired: 'PAUSED' }),
    );
    const found = async (query: Readonly<Record<string, string>>) =>
      (await invoke(searchSandboxes, deps, { query })).body.items.map(({ id }: { id: string }) => id.slice(0, 1));

    expect(await found({ status__eq: 'RUNNING' })).toEqual(['2']);
    expect(await found({ status__eq: 'PAUSED' })).toEqual(['3']);
    expect(await found({ state__eq: 'RUNNING' })).toEqual(['3', '2']);
    expect(await found({ sandbox_spec_id__eq: 'small' })).toEqual(['3', '1']);
    expect(await found({ sandbox_spec_id__eq: 'small', status__eq: 'STARTING' })).toEqual(['1']);
    expect(await found({ created_at__gte: secondsAfterNoon(2), created_at__lt: secondsAfterNoon(3) })).toEqual(['2']);
    expect(await found({ id__contains: '1BEEF' })).toEqual(['1']);
    expect((await invoke(searchSandboxes, deps, { query: { status__eq: 'ASLEEP' } })).status).toBe(422);
  });

  const some = (count: number) =>
    Array.from({ length: count }, (_, index) => aSandbox({ created_at: secondsAfterNoon(index) }));

  it("lists the caller's sandboxes, newest first, page by page", async () => {
    const mine = some(5);
    const deps = holding(...mine, aSandbox({ owner_id: 'bob' }), aSandbox({ desired: 'DELETED' }));

    const first = await invoke(searchSandboxes, deps, { query: { limit: 3 } });
    const second = await invoke(searchSandboxes, deps, { query: { limit: 3, page_id: first.body.next_page_id } });

    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(ids).toEqual(mine.map(({ sandbox_id: id }) => id).toReversed());
    expect(second.body.next_page_id).toBeNull();
  });

  it('returns up to 100 sandboxes by default', async () => {
    expect((await invoke(searchSandboxes, holding(...some(105)))).body.items).toHaveLength(100);
  });
});
