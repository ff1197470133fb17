import { getSandboxSpec as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import type { PriceList } from '../../shared/domain/billing/usage/prices.ts';
import type { DynamoOwnSpecs } from '../../shared/domain/sandboxes/own-specs/dynamo-own-specs.ts';
import { deployedSpecDetails, ownSpecDetails } from '../../shared/domain/sandboxes/own-specs/own-spec-view.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { usagePrices } from '../../shared/wiring/billing.ts';
import { ownSpecs } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly specs: SandboxSpecs;
  readonly ownSpecs: Pick<DynamoOwnSpecs, 'require'>;
  readonly prices: PriceList;
}

export const getSandboxSpec = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const { tables } = deps.prices;
  const deployed = deps.specs.find(params.spec_id);
  if (deployed) return new Revised(deployedSpecDetails(deployed, tables, new Date()), 1);
  const own = await deps.ownSpecs.require(caller.ownerId, params.spec_id);
  return new Revised(ownSpecDetails(own, tables, new Date()), own.version);
});

export const handler = serve(getSandboxSpec, (granted) => ({
  specs: SandboxSpecs.load(),
  ownSpecs: ownSpecs(granted),
  prices: usagePrices(),
}));
