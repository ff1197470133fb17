import { getPrebuild as endpoint } from '../../shared/contract/prebuilds/prebuilds.ts';
import { prebuildView } from '../../shared/domain/prebuilds/prebuild-view.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { prebuilds } from '../../shared/wiring/prebuilds.ts';

const wire = (granted: Granted<'get-prebuild'>) => ({
  prebuilds: prebuilds(granted),
  baseUrl: requireEnv('PUBLIC_BASE_URL'),
});

export const getPrebuild = implement(endpoint, async ({ params, caller }, deps: ReturnType<typeof wire>) => {
  const row = await deps.prebuilds.require(caller.ownerId, params.prebuild_id);
  return new Revised(prebuildView(row, deps.baseUrl), row.version);
});

export const handler = serve(getPrebuild, wire);
