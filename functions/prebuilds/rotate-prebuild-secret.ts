import { rotatePrebuildSecret as endpoint } from '../../shared/contract/prebuilds/prebuilds.ts';
import { rotateHookSecret } from '../../shared/domain/prebuilds/change-prebuilds.ts';
import { prebuildView } from '../../shared/domain/prebuilds/prebuild-view.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { changePrebuildDeps, hookVault } from '../../shared/wiring/prebuilds.ts';

const wire = (granted: Granted<'rotate-prebuild-secret'>) => ({
  ...changePrebuildDeps(granted),
  vault: hookVault(granted),
  baseUrl: requireEnv('PUBLIC_BASE_URL'),
});

export const rotatePrebuildSecret = implement(
  endpoint,
  async ({ params, caller, request }, deps: ReturnType<typeof wire>) => {
    const rotated = await rotateHookSecret(
      caller.ownerId,
      params.prebuild_id,
      (row, secret) => request.claim({ ...prebuildView(row, deps.baseUrl), hook_secret: secret }),
      deps,
    );
    return { ...prebuildView(rotated.row, deps.baseUrl), hook_secret: rotated.secret };
  },
);

export const handler = serve(rotatePrebuildSecret, wire, sealedClaimDeps);
