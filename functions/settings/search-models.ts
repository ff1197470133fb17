import { searchModels as endpoint } from '../../shared/contract/settings/models.ts';
import { modelOf, pageOfModels } from '../../shared/domain/settings/models.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnvList } from '../../shared/platform/env.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';

interface Deps {
  readonly models: readonly string[];
}

export const searchModels = implement(endpoint, async ({ query, caller: { ownerId } }, { models }: Deps) => {
  const { page_id: pageId, limit, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const all = models.map(modelOf).filter(({ provider }) => provider === (filters.provider__eq ?? provider));
  const { items, next } = pageOfModels(all, { ...filters, limit }, positionOf(pageId, scope));
  return { items: [...items], next_page_id: pageIdAfter(next, scope) };
});

export const handler = serve(searchModels, () => ({ models: requireEnvList('LLM_MODELS') }));
