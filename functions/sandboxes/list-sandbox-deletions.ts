import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { listSandboxDeletions as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import type { SandboxReader } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { deletionView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxReader, 'listDeletions'>;
}

export const listSandboxDeletions = implement(endpoint, async ({ query, caller }, { sandboxes }: Deps) => {
  const { ownerId } = caller;
  const scope = { ownerId, list: endpoint.id };
  const page = await sandboxes.listDeletions(ownerId, query.limit, positionOf(query.page_id, scope), onlyFor(caller));
  return { items: page.items.map(deletionView), next_page_id: pageIdAfter(page.next, scope) };
});

export const handler = serve(listSandboxDeletions, (granted) => ({ sandboxes: sandboxReader(granted) }));
