import { searchSecrets as endpoint } from '../../shared/contract/settings/secrets.ts';
import type { SecretStore } from '../../shared/domain/settings/secrets/secret-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { secretStore } from '../../shared/wiring/settings.ts';

interface Deps {
  readonly secrets: Pick<SecretStore, 'all'>;
}

/** An owner has so few secrets that pages are cut from the whole list. */
export const searchSecrets = implement(endpoint, async ({ query, caller: { ownerId } }, { secrets }: Deps) => {
  const { page_id: pageId, limit, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const after = positionOf(pageId, scope);
  const wanted = filters.name__contains?.toLowerCase() ?? '';
  const { custom } = await secrets.all(ownerId);
  const found = custom.filter(({ name }) => name.toLowerCase().includes(wanted) && (after === null || name > after));
  const items = found.slice(0, limit).map(({ name, description }) => ({ name, description }));
  const last = items.at(-1)?.name ?? null;
  return { items, next_page_id: pageIdAfter(found.length > limit ? last : null, scope) };
});

export const handler = serve(searchSecrets, (granted) => ({ secrets: secretStore(granted) }));
