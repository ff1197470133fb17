import type * as z from 'zod';
import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { searchSandboxes as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import { hasPart } from '../../shared/contract/shapes/ids.ts';
import type { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import type { Sandbox } from '../../shared/domain/sandboxes/record/sandbox.ts';
import { apiStatus } from '../../shared/domain/sandboxes/record/status.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { sandboxView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { shownKeyFor } from '../../shared/domain/sandboxes/view/shown-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Matching, pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

type Filters = Pick<z.output<typeof endpoint.query>, 'id__contains' | 'status__eq'>;

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'list'>;
  readonly keys: SandboxKeys;
}

export const searchSandboxes = implement(endpoint, async ({ query, caller }, { sandboxes, keys }: Deps) => {
  const { ownerId } = caller;
  const { page_id: pageId, limit, ...filters } = query;
  const shownKey = shownKeyFor(caller, keys);
  const scope = { ownerId, list: endpoint.id, filters };
  const page = await sandboxes.list(ownerId, limit, positionOf(pageId, scope), {
    phase: filters.state__eq,
    specId: filters.sandbox_spec_id__eq,
    createdFrom: filters.created_at__gte,
    createdBefore: filters.created_at__lt,
    createdBy: filters.created_by_user_id__eq,
    visibleTo: onlyFor(caller),
    matching: matchingOf(filters),
  });
  const items = await Promise.all(page.items.map((sandbox) => sandboxView(sandbox, shownKey)));
  return { items, next_page_id: pageIdAfter(page.next, scope) };
});

/** The filters that the table cannot check: a status follows from several columns. */
function matchingOf({ id__contains: part, status__eq: status }: Filters): Matching<Sandbox> | undefined {
  if (part === undefined && status === undefined) return undefined;
  return async (sandboxes) =>
    new Set(
      sandboxes.filter(
        (sandbox) =>
          (part === undefined || hasPart(sandbox.sandbox_id, part)) &&
          (status === undefined || apiStatus(sandbox) === status),
      ),
    );
}

export const handler = serve(searchSandboxes, (granted) => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
}));
