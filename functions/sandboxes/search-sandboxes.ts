import { searchSandboxes as endpoint } from '../../shared/contract/sandboxes.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/paging/page-id.ts';
import type { SandboxKeys } from '../../shared/sandboxes/keys.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { sandboxView } from '../../shared/sandboxes/sandbox-view.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'list'>;
  readonly keys: SandboxKeys;
}

export const searchSandboxes = implement(
  endpoint,
  async ({ query, caller: { ownerId } }, { sandboxes, keys }: Deps) => {
    const scope = { ownerId, list: endpoint.id };
    const page = await sandboxes.list(ownerId, query.limit, positionOf(query.page_id, scope));
    const items = await Promise.all(page.items.map((sandbox) => sandboxView(sandbox, keys)));
    return { items, next_page_id: pageIdAfter(page.next, scope) };
  },
);

export const handler = serve(searchSandboxes, () => ({ sandboxes: sandboxReader(), keys: sandboxKeys() }));
