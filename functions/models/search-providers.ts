import { searchProviders as endpoint } from '../../shared/contract/models.ts';
import { requireEnvList } from '../../shared/env.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/paging/page-id.ts';
import { modelOf, pageOf } from '../../shared/web-clients/models.ts';

interface Deps {
  readonly models: readonly string[];
}

export const searchProviders = implement(endpoint, async ({ query, caller: { ownerId } }, { models }: Deps) => {
  const { page_id: pageId, limit, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const names = new Set(models.flatMap((model) => modelOf(model).provider ?? []));
  const all = [...names].map((name) => ({ name, verified: true }));
  const { items, next } = pageOf(all, { ...filters, limit }, positionOf(pageId, scope));
  return { items: [...items], next_page_id: pageIdAfter(next, scope) };
});

export const handler = serve(searchProviders, () => ({ models: requireEnvList('LLM_MODELS') }));
