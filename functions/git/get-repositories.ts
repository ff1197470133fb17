import { getRepositories as endpoint } from '../../shared/contract/git/git.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { linkToPage, nthPage } from '../../shared/domain/git/pages.ts';
import { gather } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

/** One page of each provider. The list continues while any provider has more. */
export const getRepositories = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const { selected_provider: provider = null, installation_id: installation, page, per_page: limit, sort } = query;
  const hosts = (await OwnerHosts.of(ownerId, deps)).some(provider);
  const order = { field: sort, descending: sort !== 'full_name' };
  let hasMore = false;
  const { items } = await gather(hosts, async (host) => {
    const found = await nthPage(host, page, limit, (pageId) =>
      host.repositories({ installation, order, pageId, limit }),
    );
    hasMore ||= found.nextPageId !== null;
    return found.items;
  });
  const link_header = linkToPage(endpoint.path, hasMore ? page + 1 : null);
  return items.map((repository) => ({ ...repository, link_header }));
});

export const handler = serve(getRepositories, gitDeps);
