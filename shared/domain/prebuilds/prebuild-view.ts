import type * as z from 'zod';
import type { PrebuildInfo } from '../../contract/shapes/prebuild.ts';
import type { Prebuild } from './prebuild.ts';

/** @param baseUrl of the API, without a slash at the end */
export function prebuildView(row: Prebuild, baseUrl: string): z.input<typeof PrebuildInfo> {
  const { prebuild_id: id, spec_id, state, current, build, requested, refresh } = row;
  return {
    id,
    created_by_user_id: row.created_by ?? row.owner_id,
    repository: row.repository,
    git_provider: row.git_provider,
    branch: row.branch,
    sandbox_spec_id: spec_id,
    refresh,
    setup_on_start: row.setup_on_start,
    resources: row.resources,
    state: state === 'DELETING' ? 'ERROR' : state,
    current: current && { ...current, spec_version: current.own_version?.version ?? null },
    build: build
      ? { cause: build.cause, sandbox_id: build.build_id, began_at: build.began_at }
      : requested && { cause: requested.cause, sandbox_id: null, began_at: requested.at },
    failure: row.failure,
    next_build_at: row.next_build_at,
    hook_url: refresh === 'push' ? `${baseUrl}/api/v1/prebuild-hooks/${id}` : null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
