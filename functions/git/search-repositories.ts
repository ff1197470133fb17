import { searchRepositories as endpoint } from '../../shared/contract/git/git.ts';
import type { RepositoryOrder } from '../../shared/domain/git/git-host.ts';
import { findRepositories, type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { providerPageId, wirePage } from '../../shared/domain/git/pages.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const searchRepositories = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const { page_id: pageId, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const search = {
    text: query.query,
    installation: query.installation_id,
    order: orderOf(query.sort_order),
    pageId: providerPageId(pageId, scope),
    limit: query.limit,
  };
  const host = (await OwnerHosts.of(ownerId, deps)).one(query.provider);
  return wirePage(await findRepositories(host, search), scope);
});

function orderOf(order: `${'stars' | 'forks' | 'updated'}-${'asc' | 'desc'}` | undefined): RepositoryOrder | null {
  const [field, direction] = (order?.split('-') ?? []) as ['stars' | 'forks' | 'updated', string] | [];
  return field === undefined ? null : { field, descending: direction === 'desc' };
}

export const handler = serve(searchRepositories, gitDeps);
