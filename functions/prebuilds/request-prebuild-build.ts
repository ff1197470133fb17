import { requestPrebuildBuild as endpoint } from '../../shared/contract/prebuilds/prebuilds.ts';
import { requestBuild } from '../../shared/domain/prebuilds/change-prebuilds.ts';
import { prebuildView } from '../../shared/domain/prebuilds/prebuild-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { changePrebuildDeps, startBuild, unlessSuspended } from '../../shared/wiring/prebuilds.ts';

const wire = (granted: Granted<'request-prebuild-build'>) => ({
  ...changePrebuildDeps(granted),
  work: startBuild(granted),
  unlessSuspended: unlessSuspended(granted),
  baseUrl: requireEnv('PUBLIC_BASE_URL'),
});

export const requestPrebuildBuild = implement(endpoint, async ({ params, caller }, deps: ReturnType<typeof wire>) =>
  prebuildView(await requestBuild(caller.ownerId, params.prebuild_id, 'request', deps), deps.baseUrl),
);

export const handler = serve(requestPrebuildBuild, wire);
