import { searchSuggestedTasks as endpoint } from '../../shared/contract/git/git.ts';
import { type GitDeps, OwnerHosts } from '../../shared/domain/git/owner-hosts.ts';
import { gather } from '../../shared/domain/git/several-hosts.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { gitDeps } from '../../shared/wiring/git.ts';

/** Providers return so few tasks that pages are cut from the whole list. */
export const searchSuggestedTasks = implement(endpoint, async ({ query, caller: { ownerId } }, deps: GitDeps) => {
  const scope = { ownerId, list: endpoint.id };
  const start = Number(positionOf(query.page_id, scope) ?? 0);
  const hosts = (await OwnerHosts.of(ownerId, deps)).all();
  const { items, failures } = await gather(hosts, (host) => host.suggestedTasks());
  const end = start + query.limit;
  const next = end < items.length ? String(end) : null;
  return { items: items.slice(start, end), failures: [...failures], next_page_id: pageIdAfter(next, scope) };
});

export const handler = serve(searchSuggestedTasks, gitDeps);
