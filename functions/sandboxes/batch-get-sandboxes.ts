import { batchGetSandboxes as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import { canonicalId } from '../../shared/contract/shapes/ids.ts';
import type { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import { isGone } from '../../shared/domain/sandboxes/record/status.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { sandboxView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { shownKeyFor } from '../../shared/domain/sandboxes/view/shown-keys.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'findMany'>;
  readonly keys: SandboxKeys;
}

export const batchGetSandboxes = implement(endpoint, async ({ query, caller }, { sandboxes, keys }: Deps) => {
  const { ownerId } = caller;
  const shownKey = shownKeyFor(caller, keys);
  const ids = query.id.map(canonicalId);
  const found = await sandboxes.findMany(
    ownerId,
    ids.filter((id) => id !== ''),
  );
  const byId = new Map(found.map((sandbox) => [sandbox.sandbox_id, sandbox]));
  return Promise.all(
    ids.map((id) => {
      const sandbox = byId.get(id);
      return isGone(sandbox) ? null : sandboxView(sandbox, shownKey);
    }),
  );
});

export const handler = serve(batchGetSandboxes, (granted) => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
}));
