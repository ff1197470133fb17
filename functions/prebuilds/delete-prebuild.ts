import { deletePrebuild as endpoint } from '../../shared/contract/prebuilds/prebuilds.ts';
import { deletePrebuild as remove } from '../../shared/domain/prebuilds/change-prebuilds.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { changePrebuildDeps, startBuild } from '../../shared/wiring/prebuilds.ts';

const wire = (granted: Granted<'delete-prebuild'>) => ({ ...changePrebuildDeps(granted), work: startBuild(granted) });

export const deletePrebuild = implement(endpoint, async ({ params, caller }, deps: ReturnType<typeof wire>) => {
  await remove(caller.ownerId, params.prebuild_id, deps);
  return { success: true as const };
});

export const handler = serve(deletePrebuild, wire);
