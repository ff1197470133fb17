import { batchGetSandboxSpecs as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { type PriceList, pricesOf } from '../../shared/domain/billing/usage/prices.ts';
import type { DynamoOwnSpecs } from '../../shared/domain/sandboxes/own-specs/dynamo-own-specs.ts';
import { ownSpecView } from '../../shared/domain/sandboxes/own-specs/own-spec-view.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { specView } from '../../shared/domain/sandboxes/specs/spec-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { optionalEnv } from '../../shared/platform/env.ts';
import { ownSpecs } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly specs: SandboxSpecs;
  readonly ownSpecs: Pick<DynamoOwnSpecs, 'list'>;
  readonly prices: PriceList;
}

export const batchGetSandboxSpecs = implement(endpoint, async ({ query, caller }, deps: Deps) => {
  const { tables } = deps.prices;
  const now = new Date();
  const isDeployed = (id: string) => deps.specs.find(id) !== undefined;
  const rows = query.id.every(isDeployed) ? [] : await deps.ownSpecs.list(caller.ownerId);
  return query.id.map((id) => {
    const spec = deps.specs.find(id);
    if (spec) return specView(spec, tables, now);
    const own = rows.find((row) => row.spec_id === id);
    return own ? ownSpecView(own, tables, now) : null;
  });
});

export const handler = serve(batchGetSandboxSpecs, (granted) => ({
  specs: SandboxSpecs.load(),
  ownSpecs: ownSpecs(granted),
  prices: pricesOf(optionalEnv('AWS_REGION')),
}));
