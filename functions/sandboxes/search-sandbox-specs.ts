import { searchSandboxSpecs as endpoint } from '../../shared/contract/sandboxes/sandbox-specs.ts';
import { SandboxSpecs } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';

interface Deps {
  readonly specs: SandboxSpecs;
}

export const searchSandboxSpecs = implement(endpoint, async ({ query, caller: { ownerId } }, { specs }: Deps) => {
  const scope = { ownerId, list: endpoint.id };
  const position = positionOf(query.page_id, scope);
  const start = position === null ? 0 : specs.all.findIndex(({ id }) => id === position) + 1;
  const items = specs.all.slice(start, start + query.limit);
  const isLast = start + query.limit >= specs.all.length;
  return { items, next_page_id: pageIdAfter(isLast ? null : (items.at(-1)?.id ?? null), scope) };
});

export const handler = serve(searchSandboxSpecs, () => ({ specs: SandboxSpecs.load() }));
