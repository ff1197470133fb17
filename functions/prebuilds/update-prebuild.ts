import { updatePrebuild as endpoint } from '../../shared/contract/prebuilds/prebuilds.ts';
import { changePrebuild } from '../../shared/domain/prebuilds/change-prebuilds.ts';
import { prebuildView } from '../../shared/domain/prebuilds/prebuild-view.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { changePrebuildDeps } from '../../shared/wiring/prebuilds.ts';
import { ownSpecs } from '../../shared/wiring/sandboxes.ts';

const wire = (granted: Granted<'update-prebuild'>) => ({
  ...changePrebuildDeps(granted),
  specs: SandboxSpecs.load(),
  ownSpecs: ownSpecs(granted),
  baseUrl: requireEnv('PUBLIC_BASE_URL'),
});

export const updatePrebuild = implement(
  endpoint,
  async ({ params, body, caller, request }, deps: ReturnType<typeof wire>) => {
    const row = await changePrebuild(caller.ownerId, params.prebuild_id, body, deps, request.revisions);
    return new Revised(prebuildView(row, deps.baseUrl), row.version);
  },
);

export const handler = serve(updatePrebuild, wire);
