import { createPrebuild as endpoint } from '../../shared/contract/prebuilds/prebuilds.ts';
import { lineagesOf } from '../../shared/contract/shapes/lineages.ts';
import { createPrebuild as create } from '../../shared/domain/prebuilds/change-prebuilds.ts';
import { prebuildView } from '../../shared/domain/prebuilds/prebuild-view.ts';
import { findSpec } from '../../shared/domain/sandboxes/own-specs/offered-spec.ts';
import { chooseSize } from '../../shared/domain/sandboxes/specs/choose-size.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { badField } from '../../shared/platform/errors.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { changePrebuildDeps, hookVault, startBuild, unlessSuspended } from '../../shared/wiring/prebuilds.ts';
import { ownSpecs } from '../../shared/wiring/sandboxes.ts';

const wire = (granted: Granted<'create-prebuild'>) => ({
  ...changePrebuildDeps(granted),
  work: startBuild(granted),
  unlessSuspended: unlessSuspended(granted),
  vault: hookVault(granted),
  specs: SandboxSpecs.load(),
  ownSpecs: ownSpecs(granted),
  baseUrl: requireEnv('PUBLIC_BASE_URL'),
});

export const createPrebuild = implement(endpoint, async ({ body, caller, request }, deps: ReturnType<typeof wire>) => {
  const { sandbox_spec_id: specId, ...rest } = body;
  const spec = specId === null ? deps.specs.getOrDefault(undefined) : await findSpec(caller.ownerId, specId, deps);
  if (!spec) {
    const offered = deps.specs.all.map(({ id }) => id).join(', ');
    throw badField(['sandbox_spec_id'], `Unknown sandbox spec. Use one of: ${offered}.`);
  }
  // Refuses a size that the spec does not offer.
  chooseSize(body.resources, spec, deps.now());
  const made = await create(
    caller.ownerId,
    { ...rest, spec_id: spec.id },
    { keyId: caller.keyId, lineages: lineagesOf(caller), person: caller.person?.id },
    (row, secret) => request.claim({ ...prebuildView(row, deps.baseUrl), hook_secret: secret }),
    deps,
  );
  return { ...prebuildView(made.row, deps.baseUrl), hook_secret: made.secret };
});

export const handler = serve(createPrebuild, wire, sealedClaimDeps);
