import { findRepositories as endpoint } from '../../shared/contract/git/git.ts';
import { findRepositories as find, type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { gather } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const findRepositories = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const { selected_provider: provider = null, per_page: limit, sort } = query;
  const hosts = (await OwnerHosts.of(ownerId, deps)).some(provider);
  const order = sort === undefined ? null : { field: sort, descending: query.order === 'desc' };
  const wanted = { text: query.query.trim() || null, installation: null, order, pageId: null, limit };
  const { items } = await gather(hosts, async (host) => (await find(host, wanted)).items);
  return items.map((repository) => ({ ...repository, link_header: null }));
});

export const handler = serve(findRepositories, gitDeps);
