import { listPrebuilds as endpoint } from '../../shared/contract/prebuilds/prebuilds.ts';
import { prebuildView } from '../../shared/domain/prebuilds/prebuild-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { prebuilds } from '../../shared/wiring/prebuilds.ts';

const wire = (granted: Granted<'list-prebuilds'>) => ({
  prebuilds: prebuilds(granted),
  baseUrl: requireEnv('PUBLIC_BASE_URL'),
});

export const listPrebuilds = implement(endpoint, async ({ caller }, deps: ReturnType<typeof wire>) => {
  const found = await deps.prebuilds.list(caller.ownerId);
  return { items: found.map((row) => prebuildView(row, deps.baseUrl)) };
});

export const handler = serve(listPrebuilds, wire);
