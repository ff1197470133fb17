import { searchSandboxes as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import type { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { sandboxView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { shownKeyFor } from '../../shared/domain/sandboxes/view/shown-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'list'>;
  readonly keys: SandboxKeys;
}

export const searchSandboxes = implement(endpoint, async ({ query, caller }, { sandboxes, keys }: Deps) => {
  const { ownerId } = caller;
  const shownKey = shownKeyFor(caller, keys);
  const scope = { ownerId, list: endpoint.id };
  const page = await sandboxes.list(ownerId, query.limit, positionOf(query.page_id, scope));
  const items = await Promise.all(page.items.map((sandbox) => sandboxView(sandbox, shownKey)));
  return { items, next_page_id: pageIdAfter(page.next, scope) };
});

export const handler = serve(searchSandboxes, (granted) => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
}));
