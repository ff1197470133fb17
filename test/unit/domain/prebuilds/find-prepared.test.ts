import { describe, expect, it, vi } from 'vitest';
import { findPrepared } from '../../../../shared/domain/prebuilds/find-prepared.ts';
import type { Prebuild } from '../../../../shared/domain/prebuilds/prebuild.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { noon } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';

type Finished = NonNullable<Prebuild['current']>;

const current: Finished = {
  build_id: 'b1',
  snapshot_id: 's1',
  own_version: null,
  commit: 'abc',
  branch: 'main',
  git_provider: 'github',
  seconds: 60,
  built_at: noon,
};

const v1 = { version: 1, family: 'own-x_1' };

const aPrebuild = (overrides: Partial<Prebuild> = {}): Prebuild => ({
  owner_id: 'ann',
  prebuild_id: 'p1',
  repository: 'acme/site',
  git_provider: null,
  branch: null,
  spec_id: 'reference',
  refresh: 'never',
  setup_on_start: false,
  resources: null,
  state: 'READY',
  version: 1,
  requested: null,
  build: null,
  current,
  failure: null,
  discards: [],
  next_build_at: null,
  hook_secret: null,
  api_key_id: 'key000000001',
  lineages: [],
  lease_holder: null,
  lease_until: null,
  attempts: 0,
  created_at: noon,
  updated_at: noon,
  ...overrides,
});

const wanted = {
  repository: 'acme/site',
  gitProvider: null,
  branch: null,
  specId: 'reference',
  ownFamily: null,
  gigabytes: 100,
} as const;

const find = (
  rows: readonly Prebuild[],
  change: Partial<Parameters<typeof findPrepared>[1]> = {},
  snapshot: Partial<WorkspaceSnapshot> | null = {},
) =>
  findPrepared(
    'ann',
    { ...wanted, ...change },
    {
      prebuilds: { list: async () => rows },
      snapshots: {
        find: async (_owner, id) => (snapshot === null ? undefined : aSnapshot({ snapshot_id: id, ...snapshot })),
      },
    },
  );

describe('the build of a start', () => {
  it('is the newest one of its repository, branch and spec', async () => {
    const newer = aPrebuild({
      prebuild_id: 'p2',
      current: { ...current, build_id: 'b2', built_at: '2026-11-22T12:00:00.000Z' },
    });
    const found = await find([aPrebuild(), newer, aPrebuild({ prebuild_id: 'p3', current: null })]);

    expect(found?.prepared).toEqual({ prebuild_id: 'p2', build_id: 'b2', setup_on_start: false });
  });

  it.each([
    ['the repository in another case', aPrebuild({ repository: 'Acme/Site' }), {}],
    ['the provider that the build found', aPrebuild(), { gitProvider: 'github' }],
    ['the provider that both name', aPrebuild({ git_provider: 'gitlab' }), { gitProvider: 'gitlab' }],
    ['a build that is followed by a failed one', aPrebuild({ state: 'ERROR' }), {}],
    ['the version of the spec', aPrebuild({ current: { ...current, own_version: v1 } }), { ownFamily: 'own-x_1' }],
    ['a build that is followed by another one', aPrebuild({ state: 'BUILDING' }), {}],
  ] as const)('is found by %s', async (_what, row, change) => {
    expect((await find([row], change))?.prepared.prebuild_id).toBe('p1');
  });

  it.each([
    ['another repository', aPrebuild({ repository: 'acme/other' }), {}, {}],
    ['another branch', aPrebuild({ branch: 'next' }), {}, {}],
    ['another provider', aPrebuild(), { gitProvider: 'gitlab' }, {}],
    ['another spec', aPrebuild({ spec_id: 'other' }), {}, {}],
    [
      'another version of the spec',
      aPrebuild({ current: { ...current, own_version: v1 } }),
      { ownFamily: 'own-x_2' },
      {},
    ],
    ['a spec that was a deployed one', aPrebuild(), { ownFamily: 'own-x_1' }, {}],
    ['a deletion', aPrebuild({ state: 'DELETING' }), {}, {}],
    ['a snapshot that is gone', aPrebuild(), {}, null],
    ['a snapshot that is being deleted', aPrebuild(), {}, { state: 'DELETING' }],
    ['a smaller disk', aPrebuild(), { gigabytes: 1 }, {}],
  ] as const)('is not one of %s', async (_what, row, change, snapshot) => {
    expect(await find([row], change, snapshot)).toBeUndefined();
  });

  it('is none, and the start goes on, when prebuilds cannot be read', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const broken = { list: () => Promise.reject(new Error('throttled')) };

    expect(await findPrepared('ann', wanted, { prebuilds: broken, snapshots: { find: async () => undefined } })).toBe(
      undefined,
    );
    vi.restoreAllMocks();
  });
});
