import { searchSandboxSpecs as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { type PriceList, pricesOf } from '../../shared/domain/billing/usage/prices.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { specView } from '../../shared/domain/sandboxes/specs/spec-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { optionalEnv } from '../../shared/platform/env.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';

interface Deps {
  readonly specs: SandboxSpecs;
  readonly prices: PriceList;
}

export const searchSandboxSpecs = implement(
  endpoint,
  async ({ query, caller: { ownerId } }, { specs, prices }: Deps) => {
    const scope = { ownerId, list: endpoint.id };
    const position = positionOf(query.page_id, scope);
    const start = position === null ? 0 : specs.all.findIndex(({ id }) => id === position) + 1;
    const items = specs.all.slice(start, start + query.limit);
    const isLast = start + query.limit >= specs.all.length;
    const now = new Date();
    const views = items.map((spec) => specView(spec, prices.tables, now));
    return { items: views, next_page_id: pageIdAfter(isLast ? null : (items.at(-1)?.id ?? null), scope) };
  },
);

export const handler = serve(searchSandboxSpecs, () => ({
  specs: SandboxSpecs.load(),
  prices: pricesOf(optionalEnv('AWS_REGION')),
}));
