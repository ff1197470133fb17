import { searchInstallations as endpoint } from '../../shared/contract/git/git.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { providerPageId, wirePage } from '../../shared/domain/git/pages.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

export const searchInstallations = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const { page_id: pageId, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const page = { pageId: providerPageId(pageId, scope), limit: query.limit };
  const host = (await OwnerHosts.of(ownerId, deps)).one(query.provider);
  return wirePage(await host.installations(page), scope);
});

export const handler = serve(searchInstallations, gitDeps);
