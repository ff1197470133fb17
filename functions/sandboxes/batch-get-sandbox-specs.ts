import { batchGetSandboxSpecs as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { type PriceList, pricesOf } from '../../shared/domain/billing/usage/prices.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { specView } from '../../shared/domain/sandboxes/specs/spec-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { optionalEnv } from '../../shared/platform/env.ts';

interface Deps {
  readonly specs: SandboxSpecs;
  readonly prices: PriceList;
}

export const batchGetSandboxSpecs = implement(endpoint, async ({ query }, { specs, prices }: Deps) => {
  const now = new Date();
  return query.id.map((id) => {
    const spec = specs.find(id);
    return spec ? specView(spec, prices.tables, now) : null;
  });
});

export const handler = serve(batchGetSandboxSpecs, () => ({
  specs: SandboxSpecs.load(),
  prices: pricesOf(optionalEnv('AWS_REGION')),
}));
