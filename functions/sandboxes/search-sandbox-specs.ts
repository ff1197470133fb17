import { searchSandboxSpecs as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { type PriceList, pricesOf } from '../../shared/domain/billing/usage/prices.ts';
import type { DynamoOwnSpecs } from '../../shared/domain/sandboxes/own-specs/dynamo-own-specs.ts';
import type { OwnSpecRules } from '../../shared/domain/sandboxes/own-specs/own-spec-rules.ts';
import { ownSpecView } from '../../shared/domain/sandboxes/own-specs/own-spec-view.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { specView } from '../../shared/domain/sandboxes/specs/spec-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { optionalEnv } from '../../shared/platform/env.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { ownSpecRules } from '../../shared/wiring/sandboxes/own-spec-rules.ts';
import { ownSpecs } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly specs: SandboxSpecs;
  readonly ownSpecs: Pick<DynamoOwnSpecs, 'list'>;
  readonly prices: PriceList;
  /** Undefined if the deployment allows no specs of owners. */
  readonly rules: OwnSpecRules | undefined;
}

/** The deployment's specs first, then the owner's. */
export const searchSandboxSpecs = implement(endpoint, async ({ query, caller: { ownerId } }, deps: Deps) => {
  const scope = { ownerId, list: endpoint.id };
  const position = positionOf(query.page_id, scope);
  const { tables } = deps.prices;
  const now = new Date();
  const all = [
    ...deps.specs.all.map((spec) => ({ id: spec.id, view: () => specView(spec, tables, now) })),
    ...(await deps.ownSpecs.list(ownerId)).map((spec) => ({
      id: spec.spec_id,
      view: () => ownSpecView(spec, tables, now),
    })),
  ];
  const start = position === null ? 0 : all.findIndex(({ id }) => id === position) + 1;
  const page = all.slice(start, start + query.limit);
  const last = start + query.limit >= all.length ? null : (page.at(-1)?.id ?? null);
  const { rules } = deps;
  const offer = rules && { registries: rules.registries, max: rules.most, admins_only: rules.admins_only };
  return { items: page.map(({ view }) => view()), next_page_id: pageIdAfter(last, scope), own_specs: offer ?? null };
});

export const handler = serve(searchSandboxSpecs, (granted) => ({
  specs: SandboxSpecs.load(),
  ownSpecs: ownSpecs(granted),
  prices: pricesOf(optionalEnv('AWS_REGION')),
  rules: ownSpecRules(),
}));
